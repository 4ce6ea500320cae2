/** Pages that are shown in place of the editor. They need no file of it, and no script. */
function page(status: number, title: string, body: string, head = ''): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Heddle</title>
${head}<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto 0; padding: 0 1.5rem }
h1 { font-size: 1.4rem; line-height: 1.25 }
code { font: 0.95em ui-monospace, monospace; padding: 0.1em 0.35em; border-radius: 4px; background: color-mix(in srgb, currentColor 10%, transparent) }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/** For a browser without a session. */
export function letInPage({ wrongToken = false, comesFromElsewhere = false }: { readonly wrongToken?: boolean; readonly comesFromElsewhere?: boolean }): Response {
  const why = wrongToken
    ? '<p>This address was used before, or is too old. Each one lets one browser in, once.</p>'
    : '<p>This browser has not been let in to Heddle on this computer yet.</p>'
  return page(
    401,
    'Open the address from the terminal',
    `${why}
<p>Look in the terminal where Heddle runs and open the address printed there. If it was used already, stop Heddle and start it again with <code>heddle serve</code>: it prints a new one.</p>
<p><a href="/">Try again</a></p>`,
    // A strict cookie is not sent along a link from another site; coming from this page it is.
    comesFromElsewhere ? '<meta http-equiv="refresh" content="0;url=/">\n' : '',
  )
}

/** When the editor's own files are missing. */
export function notBuiltPage(): Response {
  return page(
    503,
    'The editor is not built',
    '<p>The server runs, but the files of the editor are missing. In the folder of Heddle itself run <code>npm run build</code>, then load this page again.</p>',
  )
}

export function notFoundPage(): Response {
  return page(404, 'There is nothing here', '<p><a href="/">Go to the editor</a></p>')
}
