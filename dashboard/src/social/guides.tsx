import type { ReactNode } from 'react'
import { base } from '../api/client.ts'
import { Copy } from '../parts/copy.tsx'
import { NETWORKS } from './networks.tsx'
import type { Network, NetworkName } from './queries.ts'

interface FieldProps {
  label: string
  hint?: string
  placeholder?: string
  required?: boolean
}

interface Guide {
  /** Before leaving for the network's own pages. */
  oauth: ReactNode
  /** Where a person finds what the form asks for. */
  secret: ReactNode
  asks: { handle?: FieldProps; instance?: FieldProps }
  /** Where the operator registers an application; null where none is needed. */
  register: string | null
}

const Out = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" className="rounded-md text-accent underline">
    {children}
  </a>
)

const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="grid list-decimal gap-1 pl-5">{children}</ol>
)

/** What connecting takes on each network, in plain words. */
export const GUIDES: Record<NetworkName, Guide> = {
  bluesky: {
    oauth: 'You sign in on Bluesky and allow Tidings to post. You come back here afterwards.',
    secret: (
      <Steps>
        <li>
          On Bluesky, open{' '}
          <Out href="https://bsky.app/settings/app-passwords">
            Settings → Privacy and security → App passwords
          </Out>
          .
        </li>
        <li>Add an app password, named for example Tidings. It needs no access to direct messages.</li>
        <li>Paste it here. The password of the account itself is refused.</li>
      </Steps>
    ),
    asks: {
      handle: { label: 'Handle', placeholder: 'acme.bsky.social', required: true },
      instance: {
        label: 'Server (optional)',
        hint: 'Only where the handle does not lead to it.',
        placeholder: 'https://',
      },
    },
    register: null,
  },
  mastodon: {
    oauth: 'You sign in on your server and allow Tidings to post. You come back here afterwards.',
    secret: (
      <Steps>
        <li>On your server, open Preferences → Development → New application.</li>
        <li>
          Choose the scopes <code>read:accounts</code>, <code>read:statuses</code>,{' '}
          <code>write:statuses</code> and <code>write:media</code>, and submit.
        </li>
        <li>Open the application, copy “Your access token” and paste it here.</li>
      </Steps>
    ),
    asks: { instance: { label: 'Server', placeholder: 'mastodon.social', required: true } },
    register: null,
  },
  x: {
    oauth:
      'You sign in on X and allow Tidings to post. You come back here afterwards. X charges for each post; a monthly budget keeps the cost down.',
    secret:
      'A refresh token of your X application, with the scopes that docs/social.md lists. X accepts it once.',
    asks: {},
    register: 'https://developer.x.com',
  },
  linkedin: {
    oauth: (
      <>
        You sign in on LinkedIn and allow Tidings to post. Access lasts 60 days; owners get a mail before it
        ends. To post for an organization, LinkedIn has to approve the application of this Tidings for
        community management, and you have to be an administrator of its page.
      </>
    ),
    secret: (
      <>
        An access token of your LinkedIn application: of a member with the scopes <code>openid</code>,{' '}
        <code>profile</code> and <code>w_member_social</code>, or of an organization that LinkedIn approved it
        for.
      </>
    ),
    asks: {
      handle: {
        label: 'Organization (optional)',
        hint: 'Leave it empty to post as yourself.',
        placeholder: 'company/acme',
      },
    },
    register: 'https://developer.linkedin.com',
  },
}

/** For a network that the operator has not set up: which settings are missing, and where they come from. */
export function MissingSettings({ network: { name, missingSettings } }: { network: Network }) {
  const { register } = GUIDES[name]
  const { title } = NETWORKS[name]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-pretty">
        {title} needs an application that the operator of this Tidings registers
        {register && (
          <>
            {' '}
            at <Out href={register}>{new URL(register).host}</Out>
          </>
        )}
        , with this callback address:
      </p>
      <Copy
        text={`${location.origin}${base.replace(/app\/$/, '')}social/${name}/return`}
        label="Copy the callback address"
      />
      <p className="text-pretty">
        Then set{' '}
        {missingSettings.map((setting, at) => (
          <span key={setting}>
            {at > 0 && ' and '}
            <code className="font-mono text-s wrap-anywhere">{setting}</code>
          </span>
        ))}{' '}
        and start Tidings again. <code className="font-mono text-s">docs/social.md</code> has the details.
      </p>
    </div>
  )
}
