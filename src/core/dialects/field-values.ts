import type { Field } from './dialect.ts'

type NamesOf<F extends Field, Type extends Field['type']> = F extends { readonly type: Type; readonly name: infer Name extends string } ? Name : never
type AlwaysOf<F extends Field> = F extends { readonly always: true; readonly name: infer Name extends string } ? Name : never

type ListName<F extends Field> = NamesOf<F, 'references' | 'list'>
type NumberName<F extends Field> = NamesOf<F, 'integer'>
type TruthName<F extends Field> = NamesOf<F, 'boolean'>

/**
 * The normalised values of a field table. Lists and numbers are always there (empty, 0); texts that
 * are always written are too; other texts only when they are not empty, truth values only when written.
 */
export type FieldValues<F extends Field> =
  & { readonly [Name in ListName<F>]: readonly string[] }
  & { readonly [Name in NumberName<F>]: number }
  & { readonly [Name in TruthName<F>]?: boolean }
  & { readonly [Name in AlwaysOf<F>]: string }
  & { readonly [Name in Exclude<F['name'], ListName<F> | NumberName<F> | TruthName<F> | AlwaysOf<F>>]?: string }
