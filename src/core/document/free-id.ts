/**
 * An id that is not taken: the id itself, else with a number behind it: `draft`, `draft_2`, `draft_3`;
 * a copy of `step_4` is `step_5`. Ids compare in Unicode's composed form.
 */
export function freeId(id: string, isTaken: (id: string) => boolean): string {
  const same = (text: string): string => text.normalize('NFC')
  if (!isTaken(same(id))) return id
  const numbered = /^(.*)_([1-9]\d{0,8})$/su.exec(id)
  const stem = numbered?.[1] ?? id
  for (let number = numbered === null ? 2 : Number(numbered[2]) + 1; ; number += 1) {
    const free = `${stem}_${number}`
    if (!isTaken(same(free))) return free
  }
}
