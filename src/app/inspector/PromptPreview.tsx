import { buildNodePrompt, type Json } from '../../core/index.ts'
import { useRun } from '../state/index.ts'
import type { FormNode } from './node-of.ts'

/** The prompt that the model gets, with the results of the last run where there are some. */
export function PromptPreview({ form }: { readonly form: FormNode }) {
  const nodes = useRun((state) => state.current?.nodes)
  const needs = Array.isArray(form.values.needs) ? form.values.needs.map(String) : []
  const inputs = new Map<string, Json>()
  const missing: string[] = []
  for (const id of needs) {
    const state = nodes && Object.hasOwn(nodes, id) ? nodes[id] : undefined
    if (state?.status === 'completed') inputs.set(id, state.output)
    else {
      inputs.set(id, `(the result of ${id} will stand here)`)
      missing.push(id)
    }
  }
  const prompt = buildNodePrompt(form.values as Parameters<typeof buildNodePrompt>[0], inputs)
  return (
    <div className="preview">
      {missing.length > 0 && <p className="field-help">{missing.length === needs.length ? 'No results yet: run the workflow to see them in place.' : `No result yet of ${missing.join(', ')}.`}</p>}
      <pre className="preview-text" tabIndex={0} aria-label="Prompt as it is sent" data-testid="prompt-preview">
        {prompt}
      </pre>
      <p className="field-help">{`${prompt.length.toLocaleString('en')} characters`}</p>
    </div>
  )
}
