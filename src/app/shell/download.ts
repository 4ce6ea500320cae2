/** Hands a text to the user as a file. */
export function download(filename: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken the data by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
