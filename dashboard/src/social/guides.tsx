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

/** One way to connect: what happens, or where a person finds what is asked for, and which account is meant. */
export interface Way {
  steps: ReactNode
  handle?: FieldProps
  instance?: FieldProps
}

interface Guide {
  /** On the network's own pages. */
  oauth: Way
  /** With a secret that a person makes there. */
  secret: Way
  /** Where the operator registers an application; null where none is needed. */
  register: string | null
}

const Out = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" className="rounded-md text-accent underline">
    {children}
  </a>
)

const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-s wrap-anywhere">{children}</code>
)

const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="grid list-decimal gap-1 pl-5">{children}</ol>
)

const MASTODON_SERVER: FieldProps = { label: 'Server', placeholder: 'mastodon.social', required: true }

const LINKEDIN_ORGANIZATION: FieldProps = {
  label: 'Organization (optional)',
  hint: 'Leave it empty to post as yourself.',
  placeholder: 'company/acme',
}

/** What connecting takes on each network, in plain words. */
export const GUIDES: Record<NetworkName, Guide> = {
  bluesky: {
    oauth: {
      steps: 'You sign in on Bluesky and allow Tidings to post. You come back here afterwards.',
      handle: {
        label: 'Handle (optional)',
        hint: 'Leave it empty to choose the account on Bluesky.',
        placeholder: 'acme.bsky.social',
      },
    },
    secret: {
      steps: (
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
    oauth: {
      steps: 'You sign in on your server and allow Tidings to post. You come back here afterwards.',
      instance: MASTODON_SERVER,
    },
    secret: {
      steps: (
        <Steps>
          <li>On your server, open Preferences → Development → New application.</li>
          <li>
            Choose the scopes <Code>read:accounts</Code>, <Code>read:statuses</Code>,{' '}
            <Code>write:statuses</Code> and <Code>write:media</Code>, and submit.
          </li>
          <li>Open the application, copy “Your access token” and paste it here.</li>
        </Steps>
      ),
      instance: MASTODON_SERVER,
    },
    register: null,
  },
  x: {
    oauth: {
      steps:
        'You sign in on X and allow Tidings to post. You come back here afterwards. X charges for each post; a monthly budget keeps the cost down.',
    },
    secret: {
      steps:
        'A refresh token of your X application, with the scopes that docs/social.md lists. X accepts it once.',
    },
    register: 'https://developer.x.com',
  },
  linkedin: {
    oauth: {
      steps:
        'You sign in on LinkedIn and allow Tidings to post. Access lasts 60 days; owners get a mail before it ends. To post for an organization, LinkedIn has to approve the application of this Tidings for community management, and you have to be an administrator of its page.',
      handle: LINKEDIN_ORGANIZATION,
    },
    secret: {
      steps: (
        <>
          An access token of your LinkedIn application: of a member with the scopes <Code>openid</Code>,{' '}
          <Code>profile</Code> and <Code>w_member_social</Code>, or of an organization that LinkedIn approved
          it for.
        </>
      ),
      handle: LINKEDIN_ORGANIZATION,
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
            <Code>{setting}</Code>
          </span>
        ))}{' '}
        and start Tidings again. <Code>docs/social.md</Code> has the details.
      </p>
    </div>
  )
}
