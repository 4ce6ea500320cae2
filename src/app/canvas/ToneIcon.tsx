import { CircleX, TriangleAlert } from 'lucide-react'

/** The sign of a problem on the canvas: an error and a warning differ in more than their colour. */
export function ToneIcon({ tone }: { readonly tone: 'error' | 'warning' }) {
  return tone === 'error' ? <CircleX className="icon icon-12" aria-hidden="true" /> : <TriangleAlert className="icon icon-12" aria-hidden="true" />
}
