/** Milliseconds as workflow files write them: `1.5s`, `30s`, `5m`, `2h`, `250ms`. */
export function showDuration(ms: number): string {
  if (ms >= 3_600_000 && ms % 3_600_000 === 0) return `${ms / 3_600_000}h`
  if (ms >= 60_000 && ms % 60_000 === 0) return `${ms / 60_000}m`
  if (ms >= 1_000) return `${Number((ms / 1_000).toFixed(3))}s`
  return `${ms}ms`
}
