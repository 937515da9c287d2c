// Loaded into Tidings before it starts, so that it looks up TXT records at the name server of a test.
import { useNameServer } from '../testing/dns-server.ts'

useNameServer(Number(process.env.LOCAL_DNS_PORT))
