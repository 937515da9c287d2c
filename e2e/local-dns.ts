// Loaded into Tidings before it starts: it then asks the name server of a test for TXT records.
import { useNameServer } from '../testing/dns-server.ts'

useNameServer(Number(process.env.LOCAL_DNS_PORT))
