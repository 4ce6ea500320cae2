const FIRST_DELAY = 1000
const LONGEST_DELAY = 15_000

/**
 * A worker, as soon as its script can be had. One that is started while the server is away would stay
 * dead for as long as the page lives, and the editor would throw the event that tells of it.
 */
export async function workerWhenReachable(url: string): Promise<Worker> {
  for (let delay = FIRST_DELAY; !(await isReachable(url)); delay = Math.min(delay * 2, LONGEST_DELAY)) {
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
  const worker = new Worker(url, { type: 'module', name: 'editor' })
  // Heard before the editor hears it, who would throw it at the page: without its worker it only loses
  // conveniences such as links in the text.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  return worker
}

async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
