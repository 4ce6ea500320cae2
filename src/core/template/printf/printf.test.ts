import { describe, expect, it } from 'vitest'
import { rendered } from '../testing/attempt.ts'

/** Rows of format, the values as a template has them, and what Go writes. */
function writes(rows: readonly (readonly [format: string, values: string, text: string])[]): void {
  it.each(rows)('%s of %s', (format, values, text) => {
    expect(rendered(`{{printf ${JSON.stringify(format)} ${values}}}`, { l: [10, 20], m: { b: 1, a: 'x' } })).toBe(text)
  })
}

describe('whole numbers', () => {
  writes([
    ['%d|%5d|%-5d|%05d|%+d|% d', '3 3 3 3 3 3', '3|    3|3    |00003|+3| 3'],
    ['%05d|%+05d|%-05d|%5.3d|%.0d|', '-3 3 3 7 0', '-0003|+0003|3    |  007||'],
    ['%b %o %O %x %X %#x %#X %#o %#b', '5 8 8 255 255 255 255 8 5', '101 10 0o10 ff FF 0xff 0XFF 010 0b101'],
    ['%c %q %U %#U %x', '128512 65 9731 9731 -255', '😀 \'A\' U+2603 U+2603 \'☃\' -ff'],
    ['%08b|%x', '5 9223372036854775807', '00000101|7fffffffffffffff'],
  ])
})

describe('fractions', () => {
  writes([
    ['%f %.1f %.0f %.0f %.0f %.2f', '2.5 2.25 0.5 1.5 2.5 0.125', '2.500000 2.2 0 2 2 0.12'],
    ['%6.2f|%-8.1f|%08.2f|%+.1f|% .1f', '2.5 2.5 -2.5 2.5 2.5', '  2.50|2.5     |-0002.50|+2.5| 2.5'],
    ['%e %.0e %E %.3e', '12345.678 15 0.00012 0', '1.234568e+04 2e+01 1.200000E-04 0.000e+00'],
    ['%g %g %g %g %g %g', '2.5 1e6 123456789.0 0.0001 0.00001 100000.0', '2.5 1e+06 1.23456789e+08 0.0001 1e-05 100000'],
    ['%.3g %.3g %.3g %.10g %G %#g', '1234.5678 0.00012345 1e10 1e6 1e-7 1.0', '1.23e+03 0.000123 1e+10 1000000 1E-07 1.00000'],
    ['%.25f', '0.1', '0.1000000000000000055511151'],
    ['%v %v %d', '0.1 1e6 2.5', '0.1 1000000 %!d(float64=2.5)'],
    ['%x %X %.2x %b', '0.1 -1.5 0.1 0.5', '0x1.999999999999ap-04 -0X1.8P+00 0x1.9ap-04 4503599627370496p-53'],
    ['%.2f %e', '3 1', '3.00 1.000000e+00'],
  ])
})

describe('texts', () => {
  writes([
    ['%s|%5s|%-5s|%.2s|%5.1s|', '"héé" "é" "é" "héé" "héé"', 'héé|    é|é    |hé|    h|'],
    ['%q %+q %#q %#q %q', '"é\\n\\a\\x7f" "é😀" "a b" "a`b" "\\u200b\\U000e0001"', '"é\\n\\a\\x7f" "\\u00e9\\U0001f600" `a b` "a`b" "\\u200b\\U000e0001"'],
    ['%x|%X|% x|%#x|%# x|%.1x', '"hi" "hi" "hi" "hi" "hi" "hi"', '6869|6869|68 69|0x6869|0x68 0x69|68'],
    ['%v %#v %T %T %T %T', '"a" "a" "a" 1 1.5 true', 'a "a" string int float64 bool'],
  ])
})

describe('the rest', () => {
  writes([
    ['%t %v %t', 'true false 1', 'true false %!t(int=1)'],
    ['%v %s %d %d', '.l .m .l .m', '[10,20] {"b":1,"a":"x"} [10 20] map[%!d(string=a):%!d(string=x) %!d(string=b):1]'],
    ['%[2]d %[1]d', '1 2', '2 1'],
    ['%*d|%-*d|%.*f|%*d', '5 3 4 7 1 2.55 -4 3', '    3|7   |2.5|3   '],
    ['%[3]*.[2]*[1]f', '12.0 2 6', ' 12.00'],
    ['100%% %', '', '100% %!(NOVERB)'],
    ['%d %d', '1', '1 %!d(MISSING)'],
    ['%d', '1 2 "a"', '1%!(EXTRA int=2, string=a)'],
    ['%[5]d %[x]d %[1]', '1', '%!d(BADINDEX) %!d(BADINDEX) %!(NOVERB)'],
    ['%!|%z|%é', '1 2 3', '%!!(int=1)|%!z(int=2)|%!é(int=3)'],
    ['%*d', '"a" 3', '%!(BADWIDTH)3'],
    ['%.*d', '-1 3', '3'],
    ['', '', ''],
  ])
})
