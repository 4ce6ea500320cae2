/** The library: load, check and run workflows from a program. */
export { DefinitionError } from './library/definition-error.ts'
export { loadWorkflowFile, validateWorkflow } from './library/load.ts'
export { MissingExecutorError, type ExecuteNode, type Executor, type ExecutorInputs, type ExecutorNode, type ExecutorVariables } from './library/executor.ts'
export { resumeRun, runWorkflow, verifyRun, type InputsOf, type ResultOf } from './library/run.ts'
export type { Policy, ResumeOptions, RunWorkflowOptions, WorkOptions } from './library/options.ts'
export { openStore, type StoreOptions } from './library/open-store.ts'
export { defineTool, type DefinedTool, type ToolDefinition } from './tools/define-tool.ts'
export { ToolError, type JsonSchema, type ToolContext } from './tools/tool.ts'
export { StoreError } from './store/store-error.ts'
export {
  AppendConflict,
  InvalidRunId,
  NodeFailure,
  OutcomeUnknown,
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
  DagDefinition,
  Definition,
  Diagnostic,
  DiagnosticCode,
  FailureKind,
  FlowDefinition,
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
  StepsDefinition,
  Usage,
  WalkResult,
} from '../src/core/index.ts'
