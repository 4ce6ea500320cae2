import mono from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff2?url'
import monoExt from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-ext-500-normal.woff2?url'
import sans from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url'
import sansExt from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-ext-wght-normal.woff2?url'

const LATIN = 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXT = 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+1E00-1E9F,U+1EF2-1EFF,U+2C60-2C7F,U+A720-A7FF'

const FACES = [
  { family: 'IBM Plex Sans Variable', weight: '100 700', range: LATIN, url: sans },
  { family: 'IBM Plex Sans Variable', weight: '100 700', range: LATIN_EXT, url: sansExt },
  { family: 'IBM Plex Mono', weight: '500', range: LATIN, url: mono },
  { family: 'IBM Plex Mono', weight: '500', range: LATIN_EXT, url: monoExt },
]

/**
 * The faces of the page as rules that carry their data: a picture that is drawn as an image sees nothing of
 * the page, and loads nothing. Other scripts have the system's fonts there as here. Empty when a font cannot be had.
 */
export async function fontRules(): Promise<string> {
  const rules = await Promise.all(FACES.map(async ({ family, weight, range, url }) => {
    const answer = await fetch(url)
    if (!answer.ok) return ''
    return `@font-face{font-family:'${family}';font-weight:${weight};unicode-range:${range};src:url(data:font/woff2;base64,${base64(new Uint8Array(await answer.arrayBuffer()))}) format('woff2')}`
  }).map((rule) => rule.catch(() => '')))
  return rules.join('')
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
