/**
 * Well-known hosts where anybody gets an address. Nobody but the host itself could make the record that proves one, so this list only
 * says so before somebody tries.
 */
const PUBLIC_MAIL_HOSTS: ReadonlySet<string> = new Set(
  `126.com 163.com aol.com bluewin.ch comcast.net daum.net duck.com fastmail.com free.fr freenet.de gmail.com gmx.at gmx.ch
  gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.fr icloud.com inbox.ru laposte.net
  libero.it list.ru live.com mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com orange.fr outlook.com outlook.de
  outlook.fr pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com seznam.cz sina.com t-online.de tuta.com tutanota.com
  web.de wp.pl yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com zoho.com zohomail.com`.split(
    /\s+/,
  ),
)

/** Whether anybody can get an address of the domain. */
export const isPublicMailHost = (domain: string): boolean => PUBLIC_MAIL_HOSTS.has(domain)
