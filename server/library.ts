/** The library: load, check and run workflows from a program. */
export { DefinitionError } from './library/definition-error.ts'
export { loadWorkflowFile, validateWorkflow } from './library/load.ts'
export { MissingExecutorError, type ExecuteNode, type Executor, type ExecutorInputs } from './library/executor.ts'
export { resumeRun, runWorkflow, verifyRun, type ResumeOptions, type RunWorkflowOptions, type WorkOptions } from './library/run.ts'
export { openStore, type StoreOptions } from './library/open-store.ts'
export { defineTool, type DefinedTool, type ToolDefinition } from './tools/define-tool.ts'
export { ToolError, type JsonSchema, type ToolContext } from './tools/tool.ts'
export { StoreError } from './store/store-error.ts'
export {
  AppendConflict,
  InvalidRunId,
  NodeFailure,
  RunExists,
  RunFinished,
  RunNotFound,
  RunOwned,
  RunTampered,
  type ExecutionContext,
  type RunStore,
  type RunSummary,
  type StepRecord,
} from './engine/index.ts'
export type {
  ChainCheck,
  DagNode,
  DagResult,
  Definition,
  Diagnostic,
  DiagnosticCode,
  FailureKind,
  Json,
  NodeDelta,
  NodeResult,
  Plan,
  RunError,
  RunEvent,
  RunOptions,
  RunResult,
  RunState,
  RunStatus,
  StepResult,
  Usage,
  WalkResult,
} from '../src/core/index.ts'
