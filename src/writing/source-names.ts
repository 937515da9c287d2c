import type { ChangedFile } from '#pulls/pull-request.ts'
import { ACRONYMS } from './headline.ts'

type Files = readonly Pick<ChangedFile, 'path'>[]

/** Matches what occurs only in source code, outside of code spans: `handleInitialsFieldClick`, `max_rows`, `rows()`, `EditFilterActivity`, `vx-list-item`, "is null". */
const IDENTIFIER =
  /(?<![\w.-])(?:[a-z]+(?:[A-Z][a-z0-9]+){2,}|[a-z]+_[a-z0-9]+_[a-z0-9_]+|[A-Za-z_]\w*\(\)|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+){0,6}(?:Activity|Fragments?|ViewModels?|ViewHolders?|ViewControllers?|ListAdapters?|Impl|Dao)\b|(?:[A-Z][a-z0-9]+){2,6} (?:class|subclass(?:es)?)\b|(?<!\/)[b-df-hj-np-tv-xz]{2,3}-[a-z]{3,}-[a-z]{3,}(?![\w-])|(?:is|are|be|being) null\b)/
/** Matches file names of programs. */
const PROGRAM =
  /\.(?:[cm]?[jt]sx?|vue|svelte|php|phtml|py|rb|go|rs|java|kt|swift|dart|cs|cpp|cc|clj[cs]?|ex)$/i
/** Matches names with inner capitals, such as `CartSummary`. */
const COMPOUND = /^(?=.*[a-z])[A-Za-z][a-z0-9]*[A-Z][A-Za-z0-9]*$/
/** Matches a site, which may be named like the file that reads it: `ShopFinder.com`. */
const SITE = /\.[a-z]{2,3}$/

/**
 * Whether the text speaks in names of the source code, which only readers of the code know: such as no product has, or those of the changed
 * files.
 */
export const namesSource = (said: string, files: Files): boolean =>
  IDENTIFIER.test(said) || namesCode(said, files) || namesFile(said, files)

/**
 * Whether the text names a source file that was changed ("Cart.vue"), or what such a file holds ("CartSummary", "CartService.total"). Well-known
 * names such as GitHub do not count.
 */
function namesFile(said: string, files: Files): boolean {
  const names = said.match(/(?<![\w@/#"“'’.-])[A-Za-z]\w*(?:\.\w+)*(?![\w-])/g)?.filter(isCompound) ?? []
  if (names.length === 0) return false
  const sources = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).filter(isProgram)
  const held = new Set(sources.map(stemOf))
  return names.some(name => sources.includes(name) || (!SITE.test(name) && held.has(stemOf(name))))
}

const stemOf = (name: string): string => name.split('.', 1)[0] ?? ''
const isProgram = (name: string): boolean => PROGRAM.test(name)
const isCompound = (name: string): boolean =>
  PROGRAM.test(name) || (COMPOUND.test(stemOf(name)) && !ACRONYMS.has(name.toLowerCase()))

/** Matches `hideEmail`, but no field that operators write into manifests, and no maker of tablets. */
const CAMEL_CASE =
  /(?<![\w.@/#:?=&$-])(?!reMarkable)(?!\w+(?:Refs?|Selector|Policy|Pool|Labels)\b)[a-z]{2,}[A-Z][a-z]\w*(?![\w/:-])/
/** Matches what is a name of the code wherever it stands: `CartSummaryMixin`, `Cart.sold_at`, `cart.total(`, `cart.WithTax`. */
const CODE =
  /(?<![\w.@/#:$-])(?:(?!WebView)[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+){0,6}(?:Mixins?|Service|Manager|Mgr|Handlers?|Controller|Provider|Factory|Helpers?|Utils?|Wrapper|Listener|Adapter|Middleware|Interceptor|Processor|Renderer|Notifier|Publisher|Fetcher|Iterator|Observer|Repository|Exceptions?|Error|Parser|Component|Widget|View|Callback)(?![\w-])|[A-Z]\w*\.[a-z]\w*_\w|[A-Za-z]\w*(?:\.\w+)+\(|[a-z]{2,}\.[A-Z][a-z]+[A-Z])/
/** Matches titles in which such a name is that of a setting or field, or offered to readers, so that they may use it. */
const OFFERED =
  /^(?:[A-Z][\w ]*: )?(?:(?:accept|add|allow|enabl|expos|implement|introduc|offer|provid|support)(?:e|s|es|e?d|ing)?|new)\b|\b(?:options?|settings?|config\w*|param(?:eter)?s?|flags?|fields?|attributes?|propert(?:y|ies)|env(?:ironment)?|variables?|arg(?:ument)?s?|metrics?|labels?|annotations?|commands?|quer(?:y|ies)|endpoints?|keys?|columns?|headers?|values?|chart|helm|schema|props?|API)\b/i
/** Matches files of published packages, whose readers write code, and manifests and schemas, which readers write. */
const OF_WRITERS = /(?:^|\/)packages\/|\.(?:ya?ml|proto|jsonnet|libsonnet|toml)$/

/** Whether the text holds a name that is written as in code, and that readers of the product do not write themselves. */
const namesCode = (said: string, files: Files): boolean =>
  (CODE.test(said) || (CAMEL_CASE.test(said) && !OFFERED.test(said))) &&
  !files.some(({ path }) => OF_WRITERS.test(path))
