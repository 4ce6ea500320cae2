import { describe, expect, it } from 'vitest'
import { applyEdits } from '../../text/apply.ts'
import { isWhole } from '../find.ts'
import { readSource } from '../read.ts'
import { problemsOf } from '../testing/show.ts'

const NBSP = '\u00a0'

/** A fault, the text with it, what is said, and the text after the fix that is offered (undefined: none is). */
const FAULTS: readonly (readonly [name: string, text: string, said: readonly string[], mended?: string])[] = [
  ['a tab as indentation, once for the file', 'name: t\nnodes:\n\t- id: a\n\t  prompt: p\n',
    ['3:1 error yaml/tab-indent Tabs cannot indent YAML, use spaces.'], 'name: t\nnodes:\n  - id: a\n    prompt: p\n'],
  ['a tab below spaces', 'a:\n  b: 1\n\tc: 2\n', ['3:1 error yaml/tab-indent Tabs cannot indent YAML, use spaces.'], 'a:\n  b: 1\n  c: 2\n'],
  ['a tab in a list in brackets', 'a: [\n\tb,\n\tc]\n', ['2:1 error yaml/tab-indent Tabs cannot indent YAML, use spaces.'], 'a: [\n  b,\n  c]\n'],
  ['a tab that ends block text', 'a: |\n  x\n\ty\n', ['3:1 error yaml/tab-indent Tabs cannot indent YAML, use spaces.'], 'a: |\n  x\n  y\n'],
  ['a tab after spaces', 'a:\n \tb: 1\n', ['2:2 error yaml/tab-indent Tabs cannot indent YAML, use spaces.'], 'a:\n   b: 1\n'],

  ['a list that is not closed', 'name: v\nnodes:\n  - id: a\n    prompt: p\n  - id: b\n    needs: [a\n    prompt: q\n',
    ['6:12 error yaml/unclosed-list The list that starts on line 6 is not closed before `prompt`. Add `]` to line 6.'],
    'name: v\nnodes:\n  - id: a\n    prompt: p\n  - id: b\n    needs: [a]\n    prompt: q\n'],
  ['a list that takes in the next line', 'needs: [a\n  prompt: q\n',
    ['1:8 error yaml/unclosed-list The list that starts on line 1 is not closed. Add `]` to line 1.']],
  ['a list of several lines', 'nodes: [\n  a,\n  b # last\nname: x\n',
    ['1:8 error yaml/unclosed-list The list that starts on line 1 is not closed before `name`. Add `]` to line 3.'], 'nodes: [\n  a,\n  b] # last\nname: x\n'],
  ['a list at the end', 'x: [a, b', ['1:4 error yaml/unclosed-list The list that starts on line 1 is not closed. Add `]` to line 1.'], 'x: [a, b]'],
  ['lists within each other', 'x: [a, [b, {c: d\ny: 1\n',
    ['1:4 error yaml/unclosed-list The list that starts on line 1 is not closed before `y`. Add `}]]` to line 1.'], 'x: [a, [b, {c: d}]]\ny: 1\n'],
  ['a map that is not closed', 'nodes:\n  - {id: a, prompt: p\n  - {id: b}\n',
    ['2:5 error yaml/unclosed-map The map that starts on line 2 is not closed before `-`. Add `}` to line 2.'], 'nodes:\n  - {id: a, prompt: p}\n  - {id: b}\n'],
  ['the wrong bracket', 'a: [b, c}\nd: 1\n', ['1:9 error yaml/unclosed-list The list that starts on line 1 is closed by `}`. Write `]`.'], 'a: [b, c]\nd: 1\n'],
  ['a bracket too many', 'a: [b]]\nc: 1\n', ['1:7 error yaml/syntax There is a `]` too many. Remove it.'], 'a: [b]\nc: 1\n'],
  ['a double quote that is not closed', 'nodes:\n  - prompt: "say hi\n    needs: [b]\n  - id: "c"\n',
    ['2:13 error yaml/unclosed-quote The text in double quotes that starts on line 2 is not closed. Add `"` where it ends.'],
    'nodes:\n  - prompt: "say hi"\n    needs: [b]\n  - id: "c"\n'],
  ['a single quote that is not closed', "a: 'x y\nb: 1\n",
    ['1:4 error yaml/unclosed-quote The text in single quotes that starts on line 1 is not closed. Add `\'` where it ends.'], "a: 'x y'\nb: 1\n"],
  ['a last quote that is escaped', 'a: "x\\"', ['1:4 error yaml/unclosed-quote The text in double quotes that starts on line 1 is not closed. Add `"` where it ends.'], 'a: "x\\""'],

  ['a quote within quotes', 'a: "say "hi" now"\n', ['1:10 error yaml/syntax The quoted text ends before `hi" now"`. Write `\\"` for a quote within it.'], "a: 'say \"hi\" now'\n"],
  ['an apostrophe within quotes', "a: 'It's fine'\n", ["1:8 error yaml/syntax The quoted text ends before `s fine'`. Write `''` for a quote within it."], 'a: "It\'s fine"\n'],
  ['text after a template', 'a: {{ goal }} is\n', ['1:15 error yaml/syntax `is` follows a closing bracket. If all of it is text, put quotes around it.'], 'a: "{{ goal }} is"\n'],
  ['text that starts with a star', 'a: **bold** text\n', ['1:13 error yaml/syntax `*` starts an alias, and nothing can follow its name. If all of it is text, put quotes around it.'], 'a: "**bold** text"\n'],
  ['text that starts with @', 'a: @foo\n', ['1:4 error yaml/syntax A text cannot start with `@` unless it is in quotes. Put quotes around it.'], 'a: "@foo"\n'],
  ['text that starts with a backtick', 'a: `x`\n', ['1:4 error yaml/syntax A text cannot start with a backtick unless it is in quotes. Put quotes around it.'], 'a: "`x`"\n'],
  ['a backslash in double quotes', 'a: "C:\\dir"\n', ['1:7 error yaml/syntax In double quotes `\\d` is not an escape. Write `\\\\` for a backslash, or use single quotes.'], 'a: "C:\\\\dir"\n'],
  ['a colon in plain text', 'nodes:\n  - id: a\n    prompt: Note: do x\n',
    ['3:13 error text/colon-in-plain A colon with a space after it starts a map, and none can start here. If this is text, put quotes around it.'],
    'nodes:\n  - id: a\n    prompt: "Note: do x"\n'],
  ['two colons in plain text, told once', 'prompt: do this: then that: yes\n',
    ['1:9 error text/colon-in-plain A colon with a space after it starts a map, and none can start here. If this is text, put quotes around it.'], 'prompt: "do this: then that: yes"\n'],
  ['a list on the line of its key', 'a: - x\n', ['1:4 error yaml/syntax A list starts on a line of its own. Move the `-` to the next line, or put quotes around the text.'], 'a: "- x"\n'],
  ['text on the line of its bar', 'a: | foo\nb: c\n', ['1:6 error yaml/syntax After `|` or `>` the text starts on the next line. Move this there, or put quotes around the text.'], 'a: "| foo"\nb: c\n'],
  ['no space after a colon', 'nodes:\n  - id:a\n    prompt: p\n', ['2:5 error yaml/syntax A space is missing after the colon of `id`.'], 'nodes:\n  - id: a\n    prompt: p\n'],
  ['no colon', 'name: x\nnodes\n  - id: a\n',
    ['2:1 error yaml/syntax `nodes` stands where a key is expected, and no colon follows it. Add `:` and a value, or indent it if it belongs to the text above.'],
    'name: x\nnodes:\n  - id: a\n'],
  ['a line of text among keys', 'name: x\nhello world\n',
    ['2:1 error yaml/syntax `hello world` stands where a key is expected, and no colon follows it. Add `:` and a value, or indent it if it belongs to the text above.']],
  ['a comma that is missing', 'a: ["x" "y"]\n', ['1:9 error yaml/syntax A comma is missing before this.'], 'a: ["x", "y"]\n'],
  ['a comma too many', 'a: [b,,c]\n', ['1:7 error yaml/syntax There is a comma too many here. Remove it.'], 'a: [b,c]\n'],
  ['a comment without a space', 'a: "x"#c\n', ['1:7 error yaml/syntax A comment needs a space before its `#`. Add one, or put quotes around the text.'], 'a: "x" #c\n'],

  ['a key between two columns', 'a:\n  b: 1\n c: 2\n',
    ['3:1 error yaml/indentation `c` on line 3 is indented by 1 space, which fits no line above it. Indent it like the lines that it belongs with.']],
  ['a key left of the one before', 'nodes:\n  - id: a\n   prompt: p\n',
    ['3:1 error yaml/indentation `prompt` on line 3 is indented by 3 spaces, which fits no line above it. Indent it like the lines that it belongs with.']],
  ['a key right of the one before', 'nodes:\n  - id: a\n      prompt: p\n',
    ['3:1 error yaml/indentation `prompt` on line 3 is indented by 6 spaces, which fits no line above it. Indent it like the lines that it belongs with.']],
  ['an item left of the one before', 'nodes:\n  - id: a\n - id: b\n',
    ['3:1 error yaml/indentation `- id` on line 3 is indented by 1 space, which fits no line above it. Indent it like the lines that it belongs with.']],
  ['an item among keys', 'a: 1\n- b\n',
    ['2:1 error yaml/indentation `- b` on line 2 is not indented, which fits no line above it. Indent it like the lines that it belongs with.']],
  ['block text that is not indented', 'nodes:\n  - id: a\n    prompt: |\n    text\n    more\n',
    ['4:5 error yaml/indentation The text that `|` on line 3 starts must be indented more than its key. Indent this line.']],
  ['a space that is none as indentation', `nodes:\n  - id: check\n    prompt: q\n${NBSP}${NBSP}- id: late\n    prompt: r\n`,
    ['4:1 error yaml/indentation Line 4 is indented with U+00A0, which looks like a space and is none. Use spaces.'],
    'nodes:\n  - id: check\n    prompt: q\n  - id: late\n    prompt: r\n'],
  ['such a space that would make another key', `nodes:\n  - id: check\n${NBSP.repeat(4)}prompt: q\n`,
    ['3:1 error yaml/indentation Line 3 is indented with U+00A0, which looks like a space and is none. Use spaces.'], 'nodes:\n  - id: check\n    prompt: q\n'],
  ['a second byte order mark', '\ufeff\ufeffname: x\n',
    ['1:2 error text/byte-order-mark A stray byte order mark U+FEFF stands on line 1, unseen. Remove it: only the very start of a file can have one.'], '\ufeffname: x\n'],
  ['a byte order mark before a comment', '\ufeff\ufeff# c\nname: x\n',
    ['1:2 error text/byte-order-mark A stray byte order mark U+FEFF stands on line 1, unseen. Remove it: only the very start of a file can have one.'], '\ufeff# c\nname: x\n'],
  ['a byte order mark between files joined', 'a: 1\n\ufeffb: 1\n',
    ['2:1 error text/byte-order-mark A stray byte order mark U+FEFF stands on line 2, unseen. Remove it: only the very start of a file can have one.'], 'a: 1\nb: 1\n'],

  ['a second document', '---\nname: first\nnodes: []\n---\nname: second\n',
    ['4:1 error yaml/multiple-documents A second document starts on line 4: one workflow per file. Move it to a file of its own.']],
  ['a second document after ...', 'a: 1\n...\nb: 2\n', ['3:1 error yaml/multiple-documents A second document starts on line 3: one workflow per file. Move it to a file of its own.']],
  ['a directive without ---', '%YAML 1.2\na: 1\n',
    ['1:1 error yaml/directive A line that starts with `%` is a directive and needs a line `---` after it. Add that line, or remove the directive.']],
]

describe('faults of YAML', () => {
  it.each(FAULTS.map(([name, text, said, mended]) => ({ name, text, said, mended })))('say in plain words: $name', ({ text, said, mended }) => {
    const source = readSource(text, 'yaml')
    expect(problemsOf(text)).toEqual(said)
    expect(isWhole(source)).toBe(false)
    const fix = source.diagnostics[0]?.fixes?.[0]
    expect(fix ? applyEdits(text, fix.edits) : undefined).toBe(mended)
    expect(mended === undefined || isWhole(readSource(mended, 'yaml'))).toBe(true)
  })

  it('are told one by one where they do not follow from each other', () => {
    expect(problemsOf('a: @x\nb: ok\nc: Note: y\nd: `z\n').map((problem) => problem.split(' ')[0])).toEqual(['1:4', '3:4', '4:4'])
  })

  it('point to the right place in files with CRLF and a byte order mark', () => {
    expect(problemsOf('\ufeffname: v\r\nx:\r\n  needs: [a\r\n  prompt: q\r\n')).toEqual([
      '3:10 error yaml/unclosed-list The list that starts on line 3 is not closed before `prompt`. Add `]` to line 3.',
    ])
  })

  it('are at most 100 and a last that says so', () => {
    const problems = problemsOf('a: @x\n'.repeat(5_000))
    expect(problems).toHaveLength(101)
    expect(problems[100]).toContain('There are more problems than the 100 shown.')
  })
})
