import { useEffect, useRef } from 'react'
import { base } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { feedsQuery, pageQuery } from '../settings/queries.ts'

/** The page about the widget: a button on the team's own site that shows the newest entries. */
export function WidgetPage() {
  return (
    <Page
      title="Widget"
      lead="A button for your own site that opens the newest entries, with the number of unread ones. It knows nothing of who reads, and sends nothing."
      parent={{ to: '/$account/channels', label: 'Channels' }}
    >
      <Loaded query={useAccountQuery(feedsQuery)} label="Loading the widget">
        {feeds => <Markup feeds={feeds} />}
      </Loaded>
    </Page>
  )
}

/** How the widget looks, what to paste into the site, and what the site's content security policy has to allow. */
function Markup({ feeds }: { feeds: DataOf<typeof feedsQuery> }) {
  const { id: account } = useAccount()
  const { data: page } = useAccountQuery(pageQuery)
  const script = feeds.all.json.replace(/changelog\/[^/]+$/, 'widget.js')
  const { origin } = new URL(script)
  // The name of the page does not reveal the address of the feed.
  const named = page?.isOn && page.name ? page.name : account
  return (
    <div className="grid max-w-page gap-4">
      <Live account={account} />
      <Copy
        text={`<tidings-changelog account="${named}"></tidings-changelog>\n<script type="module" src="${script}"></script>`}
        label="Copy the widget's markup"
      />
      <p className="max-w-text text-quiet text-pretty">
        A site with a content security policy allows <code>{origin}</code> in <code>script-src</code> and{' '}
        <code>connect-src</code>; where it demands trusted types, the policy <code>tidings</code>. Colours,
        corners and type follow <code>--tidings-accent</code>, <code>-surface</code>, <code>-text</code>,{' '}
        <code>-radius</code> and <code>-font</code>.
      </p>
      {feeds.origins !== null && (
        <p className="text-pretty">
          {feeds.origins.length === 0 ? 'No website' : `Only ${feeds.origins.join(', ')}`} may read the feeds.
          On any other site the button has no entries. Add yours under Feeds.
        </p>
      )}
    </div>
  )
}

/** The widget itself, running. */
function Live({ account }: { account: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const widget = document.createElement('tidings-changelog')
    widget.setAttribute('account', account)
    place.current?.replaceChildren(widget)
    if (customElements.get('tidings-changelog')) return
    const script = document.createElement('script')
    script.type = 'module'
    script.src = new URL('../widget.js', new URL(base, location.href)).href
    document.head.append(script)
  }, [account])
  return <div ref={place} className="min-h-8" />
}
