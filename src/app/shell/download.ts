/** Hands data to the user as a file. */
export function download(filename: string, data: Blob): void {
  const url = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken the data by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
