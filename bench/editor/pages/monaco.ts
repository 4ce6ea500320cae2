// The text editor alone: the same editor, options, workers and colours as Heddle's, and nothing else of Heddle.
import { editorOptions, tuneModel } from '../../../src/app/editor/options.ts'
import { setUpMonaco } from '../../../src/app/editor/load-monaco.ts'
import { peer } from './peer.ts'

peer.showText = (text, { width, height }) => {
  const monaco = setUpMonaco()
  const element = document.getElementById('root')!
  element.style.width = `${width}px`
  element.style.height = `${height}px`
  const model = monaco.editor.createModel(text, 'yaml', monaco.Uri.from({ scheme: 'heddle', path: '/generated.yaml' }))
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  monaco.editor.create(element, { model, ...editorOptions('monospace') })
  tuneModel(model)
}
