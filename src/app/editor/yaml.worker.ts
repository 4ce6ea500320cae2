// A module of the project's own, so that the bundler finds the worker and all that it imports.
import 'monaco-yaml/yaml.worker.js'
