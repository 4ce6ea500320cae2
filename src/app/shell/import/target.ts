/** Why a file of this name cannot be created; null when it can. */
export function hindranceOf(file: string, format: 'yaml' | 'json'): string | null {
  const name = file.trim()
  if (name === '') return 'Give the file a name.'
  if (/^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.?(?:[\\/]|$)|[\\/]{2}/.test(name)) return 'Name a file of this folder, such as flows/build.yaml.'
  if (/[<>:"|?*\p{Cc}]/u.test(name)) return 'A name cannot hold < > : " | ? * on every system.'
  if (/(?:^|[\\/])\.(?:git|heddle|env)/.test(name)) return 'Names that begin with .git, .env or .heddle are kept for others.'
  const isRight = format === 'json' ? /[^\\/]\.json$/i.test(name) : /[^\\/]\.ya?ml$/i.test(name)
  return isRight ? null : format === 'json' ? 'The text is JSON: end the name with .json.' : 'The text is YAML: end the name with .yaml or .yml.'
}
