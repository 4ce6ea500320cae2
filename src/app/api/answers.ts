// The shapes of answers that the first picture does not wait for: making them all takes longer than reading what it does.
export {
  checkedSchema,
  draftedSchema,
  draftSavedSchema,
  fileDeletedSchema,
  fileSavedSchema,
  headSchema,
  nodeStateSchema,
  problemCode,
  problemSchema,
  runCancelledSchema,
  runListSchema,
  runStartedSchema,
  toolsSchema,
  unreadRunSchema,
  visitSchema,
} from '../../protocol/index.ts'
