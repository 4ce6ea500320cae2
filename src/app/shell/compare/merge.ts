export { mergeTexts } from '../../../core/index.ts'
