import { expect, test, textOf } from './harness.ts'

const CRON = `id: report
trigger: cron
schedule: "0 7 * * 1-5"
timezone: Europe/Berlin
workflow:
  steps:
    - id: say
      tool: echo
`

// The browser is elsewhere than the machine that serves.
test.use({ files: { 'report.yaml': CRON }, timezoneId: 'Pacific/Kiritimati' })

test('a schedule says when it comes next, and what is wrong with one that never does', async ({ page, workspace }) => {
  await page.goto(workspace.url)
  await page.getByTestId('file-report.yaml').click()
  const field = page.getByTestId('field-schedule')
  const times = page.getByTestId('schedule-times')
  await expect(times).toHaveText(/Next: (?:(?:Mon|Tue|Wed|Thu|Fri) \d+ \w+,? 07:00(?:; )?){3} \(Europe\/Berlin\)/)
  await field.fill('30 18 * * *')
  await expect(times).toHaveText(/(?:18:30.*){3}\(Europe\/Berlin\)/)
  await expect.poll(() => textOf(page)).toContain('schedule: "30 18 * * *"')
  await field.fill('0 25 * * *')
  await expect(times).not.toContainText('Next:')
  await expect(page.locator('[data-field="schedule"]').getByTestId('field-problem')).toContainText('25')
  await field.fill('0 7 * * *')
  await expect(times).toContainText('Next:')
  // A zone that is half typed is none; without any it is that of the machine that serves, wherever the browser is.
  await page.getByTestId('field-timezone').fill('Europe/Ber')
  await expect(times).not.toContainText('Next:')
  await page.getByTestId('field-timezone').fill('')
  await expect(times).toContainText(`(${new Intl.DateTimeFormat().resolvedOptions().timeZone}, where Heddle serves)`)
  // Tools alone ask no model: none is named.
  await expect(page.locator('.strip-model')).toHaveCount(0)
})

test('what is said of a schedule reaches the open editor', async ({ page, workspace }) => {
  const manual = CRON.replace(/trigger[^]*Berlin/, 'trigger: manual')
  await workspace.write('report.yaml', manual)
  await page.goto(workspace.url)
  await page.getByTestId('file-report.yaml').click()
  await expect(page.getByTestId('node-say')).toBeVisible()
  // A page that hears of one change hears of all that follow.
  await workspace.write('report.yaml', manual.replace('id: report', 'id: weekly'))
  await expect.poll(() => textOf(page), { timeout: 30_000 }).toContain('id: weekly')
  // The folder is not trusted: a schedule that begins to stand in it starts nothing, and that is said.
  await workspace.write('report.yaml', CRON)
  await expect(page.getByTestId('toast').filter({ hasText: /^Schedule: .*until you trust it/ })).toBeVisible({ timeout: 30_000 })
  const times = page.getByTestId('schedule-times')
  await expect(times).toContainText('until you trust it')
  // What was said stays, whatever is typed.
  await page.getByTestId('field-timezone').fill('Europe/Ber')
  await expect(times).not.toContainText('Next:')
  await expect(times).toContainText('until you trust it')
  await page.getByTestId('field-enabled').uncheck()
  await expect(times).toContainText('Not while enabled is false.')
  await expect(times).not.toContainText('Next:')
})
