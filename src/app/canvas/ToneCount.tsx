import { CircleX, TriangleAlert } from 'lucide-react'
import './ToneCount.css'
import type { Problems } from './problemsOf.ts'

/** How much is wrong with a part of the canvas, and how grave it is: an error and a warning differ in more than their colour. */
export function ToneCount({ tone, problems, title }: { readonly tone: 'error' | 'warning'; readonly problems: Problems; readonly title?: string }) {
  const Icon = tone === 'error' ? CircleX : TriangleAlert
  return (
    <span className="tone-count" data-tone={tone} title={title}>
      <Icon className="icon icon-12" aria-hidden="true" />
      {problems.errors + problems.warnings}
    </span>
  )
}
