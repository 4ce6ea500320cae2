/** Room around the graph when it is fitted, for the bands' labels above and the controls below. */
export const FIT = { padding: { top: '64px', bottom: '64px', left: '22px', right: '22px' }, maxZoom: 1, minZoom: 0.05 } as const
