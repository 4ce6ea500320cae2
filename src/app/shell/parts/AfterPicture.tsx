import type { ReactNode } from 'react'
import { usePictured } from '../../state/index.ts'

/** What the first picture does not need: `meanwhile` stands in its place until that is painted. */
export function AfterPicture({ children, meanwhile = null }: { readonly children: ReactNode; readonly meanwhile?: ReactNode }) {
  return usePictured() ? children : meanwhile
}
