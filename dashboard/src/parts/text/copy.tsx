import { useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

interface Props {
  text: string
  label: string
}

/** A text with a button that copies it. */
export const Copy = (given: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
    <code
      className={`grid min-h-9 grid-cols-[minmax(0,1fr)] content-center rounded-md bg-floating px-3 ring-1 ring-line ring-inset select-all pointer-coarse:min-h-11 ${URL.canParse(given.text) ? 'font-sans text-m' : 'py-1.5 font-mono text-s wrap-anywhere whitespace-pre-wrap'}`}
    >
      {URL.canParse(given.text) ? <Address text={given.text} /> : given.text}
    </code>
    <CopyButton {...given} className="self-start" />
  </div>
)

/** The end of an address, which is always shown: a few characters and the ending of a file. They tell the addresses of an account apart. */
const END = /.{1,4}(?:\.\w{1,5})?$/

/** An address in one line, with dots before its end if it is too long. Its scheme is not seen, but selected with the rest. */
export function Address({ text }: Pick<Props, 'text'>) {
  const [scheme = ''] = text.match(/^https?:\/\//) ?? []
  const [end = ''] = END.exec(text) ?? []
  return (
    <span dir="ltr" title={text} className="block whitespace-nowrap">
      <span className="text-[0px] leading-0">{scheme}</span>
      <span className="inline-block max-w-[calc(100%-9ch)] truncate align-bottom">
        {text.slice(scheme.length, text.length - end.length)}
      </span>
      {end}
    </span>
  )
}

const OUTCOMES = {
  copied: 'Copied',
  failed: 'Your browser blocked copying. Select the text and copy it manually.',
}

/** A button that copies a text shown next to it. */
export function CopyButton({ text, label, className = '' }: Props & { className?: string }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | null>(null)
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed')
  return (
    <>
      <Button className={className} onClick={() => void copy()} aria-label={label}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-3.5" />
        Copy
      </Button>
      <p
        role="status"
        className={outcome === 'copied' ? 'sr-only' : 'col-span-2 text-s text-quiet empty:hidden'}
      >
        {outcome && OUTCOMES[outcome]}
      </p>
    </>
  )
}

/** Copies the text and returns whether it worked. Over plain http there is no Clipboard API, only the older command. */
async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyBySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  )
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** A TXT record that a person has to add. */
export const DnsRecord = ({ name, value }: { name: string; value: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[72px_minmax(0,1fr)]">
    <span className="text-s text-quiet sm:pt-2">Name</span>
    <Copy text={name} label="Copy the name of the record" />
    <span className="text-s text-quiet sm:pt-2">Value</span>
    <Copy text={value} label="Copy the value of the record" />
  </div>
)
