import { isIP } from 'node:net'
import type { PaymentProvider, StripeSettings } from '#accounts/payments/payments.ts'
import { createClientDocuments, DOCUMENT_LIMITS } from '#auth/oauth/client-documents.ts'
import { GitRoots } from '#pipeline/ingest/git-roots.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { AppError } from '#platform/errors.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { parseTrustedProxies } from '#web/client-address.ts'
import type { DashboardServices } from '#web/context.ts'
import { judgeInBackground, judgementToOverride, modelsInBackground } from './background.ts'
import { billingOf, openCodeHostClients, openGitHubApps, openPullPictures } from './code-hosts.ts'
import { mailSender } from './mail.ts'
import { feedFormats, openPayments, openSignIn } from './registry.ts'
import type { Service } from './service.ts'
import { openSocial } from './social.ts'

/** Opens the services that the routes under /app need. Sign-in is loaded with the first request. */
export function openDashboardServices(service: Service): DashboardServices {
  const { db, clock, ids, effects, config, baseUrl } = service
  const isPossible = arePasskeysPossible(baseUrl)
  const send = mailSender(service)
  const gitRoots = new GitRoots(config.gitRoots)
  const social = openSocial(service, 'social network')
  return {
    ids,
    baseUrl,
    txtRecords: service.txtRecords,
    hostRules: service.hostRules,
    secrets: service.secrets,
    githubApp: openGitHubApps(service),
    gitRoots,
    ownChangelogs: async (...asked) => {
      const { ownChangelogs } = await import('#pipeline/ingest/own-changelogs.ts')
      return ownChangelogs({ db, gitRoots, hostOf: openCodeHostClients(service) }, ...asked)
    },
    effects,
    billing: billingOf(config),
    writers: service.writers,
    payments: () => openConfiguredPayments(config.stripe),
    signIn: memoizeOnce(() =>
      openSignIn(service, {
        send,
        github: config.gitHubSignIn,
        oidc: config.oidc,
        billing: billingOf(config),
      }),
    ),
    passkeys: isPossible
      ? memoizeOnce(async () => {
          const { Passkeys } = await import('#auth/passkeys/passkeys.ts')
          return new Passkeys(db, { secrets: await service.secrets(), clock, baseUrl })
        })
      : null,
    send,
    offers: {
      github: config.gitHubSignIn !== null,
      oidc: config.oidc?.name ?? null,
      passkeys: isPossible,
      mail: config.mail !== null,
      plans: config.stripe !== null,
    },
    trustedProxies: parseTrustedProxies(config.trustedProxies),
    // Clients choose these addresses, so the operator's private hosts are not allowed here.
    clientDocuments: createClientDocuments(openOutbound({ allow: [], ...DOCUMENT_LIMITS }).fetch, clock),
    feedFormats,
    judgementToOverride: pull => judgementToOverride(service.background, pull),
    social: actor => ({ ...social, actor }),
    judge: memoizeOnce(() => judgeInBackground(service)),
    pullPicture: openPullPictures(service),
    models: memoizeOnce(() => modelsInBackground(service)),
  }
}

function openConfiguredPayments(settings: StripeSettings | null): Promise<PaymentProvider> {
  if (settings) return openPayments(settings)
  throw new AppError(
    'conflict',
    'Payments are not configured, so every account has all features. The TIDINGS_STRIPE_… variables turn plans on.',
  )
}

/** Whether browsers allow passkeys at this address: it needs a host name, and TLS unless it is this machine. */
function arePasskeysPossible(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isLocal || (protocol === 'https:' && isIP(hostname) === 0 && !hostname.startsWith('['))
}
