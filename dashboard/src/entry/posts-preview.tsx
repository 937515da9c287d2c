import { Fragment } from 'react'
import { base } from '../api/client.ts'
import type { EntryDetail } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { NETWORKS } from '../social/faces.tsx'
import { Avatar } from '../social/networks.tsx'
import type { EntryText } from '../social/queries.ts'
import { useImageAddress } from './image/picture.tsx'

type Entry = EntryDetail['entry']

interface Props {
  entry: Entry
  text: EntryText
  /** The words to show: the text, what is being typed, or what was posted. */
  shown: string
}

/** A post as the network shows it: the account, the text with its links marked, and the image or the card of the link. */
export function PostPreview({ entry, text: { account, card, image }, shown }: Props) {
  const addressOf = useImageAddress()
  return (
    <article
      aria-label={`Post on ${NETWORKS[account.network].title}`}
      className="flex gap-3 rounded-md bg-floating p-4 ring-1 ring-line"
    >
      <Avatar account={account} />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="leading-5 wrap-anywhere">
          <span dir="auto" className="font-semibold">
            {account.profile.name}
          </span>{' '}
          <span className="text-quiet">{account.profile.handle}</span>
        </p>
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <Linked text={shown} />
        </p>
        {image && (
          <img src={addressOf(image.sha256)} alt={image.alt} className="w-full rounded-md ring-1 ring-line" />
        )}
        {card && shown.includes(card.url) && <Card entry={entry} card={card} />}
      </div>
    </article>
  )
}

const LINK = /(https?:\/\/[^\s<>"]+|(?<![\p{L}\p{N}_])#[\p{L}\p{N}_]+)/gu

/** The text with addresses and hashtags in the colour of links. They do not link anywhere here. */
function Linked({ text }: { text: string }) {
  return text.split(LINK).map((part, at) => {
    const key = `${at} ${part}`
    const isLink = at % 2 === 1
    return isLink ? (
      <span key={key} className="text-accent">
        {part}
      </span>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}

function Card({ entry, card }: { entry: Entry; card: NonNullable<EntryText['card']> }) {
  const { id } = useAccount()
  return (
    <div className="overflow-hidden rounded-md ring-1 ring-line">
      <img
        src={`${base}api/accounts/${id}/entries/${entry.id}/card?v=${entry.version}`}
        alt=""
        width={1200}
        height={630}
        className="h-auto w-full bg-raised"
      />
      <div className="grid gap-0.5 px-3 py-2 text-s">
        <p className="text-quiet wrap-anywhere">{new URL(card.url).host}</p>
        <p dir="auto" className="font-semibold wrap-anywhere">
          {card.title}
        </p>
        {card.description && (
          <p dir="auto" className="line-clamp-2 text-quiet wrap-anywhere">
            {card.description}
          </p>
        )}
      </div>
    </div>
  )
}
