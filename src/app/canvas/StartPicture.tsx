import type { ReactNode } from 'react'

/** A start in miniature, by its id; of one that is empty, where the first node will stand. */
export function StartPicture({ of }: { readonly of: string }) {
  return (
    <svg width="132" height="52" viewBox="0 0 132 52" fill="none" aria-hidden="true" strokeWidth="1.25">
      {PICTURES.get(of) ?? <rect x="1" y="18.5" width="26" height="15" rx="4" stroke="var(--line-ui)" strokeDasharray="4 3" />}
    </svg>
  )
}

const CORNERS = { agent: 4, verifier: 8, tool: 1 } as const

function Box({ x, y = 18.5, kind }: { readonly x: number; readonly y?: number; readonly kind: keyof typeof CORNERS }) {
  return <rect x={x} y={y} width="26" height="15" rx={CORNERS[kind]} fill={`var(--${kind}-bg)`} stroke={`var(--${kind})`} />
}

function Threads({ d }: { readonly d: string }) {
  return <path d={d} stroke="var(--thread)" strokeWidth="1.5" />
}

const PICTURES: ReadonlyMap<string, ReactNode> = new Map([
  [
    'steps',
    <>
      <Threads d="M27 26H53M79 26H105M27 26C40 26 40 8 66 8S92 26 105 26" />
      <Box x={1} kind="agent" />
      <Box x={53} kind="agent" />
      <Box x={105} kind="verifier" />
    </>,
  ],
  [
    'flow',
    <>
      <Threads d="M27 16H53M79 16H105M66 24C66 44 14 44 14 24M10.5 28.5 14 24.5 17.5 28.5" />
      <Box x={1} y={8.5} kind="agent" />
      <Box x={53} y={8.5} kind="verifier" />
      <Box x={105} y={8.5} kind="tool" />
    </>,
  ],
  [
    'tools',
    <>
      <Threads d="M14 26H118" />
      {[1, 53, 105].map((x) => <Box key={x} x={x} kind="tool" />)}
    </>,
  ],
])
