import { createContext, useContext } from 'react'

/** The revision of the text that the forms show: in a large file they lag behind the document. */
export const AsOf = createContext(Infinity)

export function useAsOf(): number {
  return useContext(AsOf)
}
