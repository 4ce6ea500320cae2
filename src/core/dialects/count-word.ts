/** How often a text holds a word that stands by itself. */
export function countWord(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!clings(text[at - 1], word[0]) && !clings(text[at + word.length], word.at(-1))) count += 1
  }
  return count
}

/** Do two neighbours belong to one word? Scripts written without spaces have no borders between words. */
function clings(outer: string | undefined, inner: string | undefined): boolean {
  const isWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_-]/u
  return outer !== undefined && inner !== undefined && isWord.test(outer) && isWord.test(inner)
}
