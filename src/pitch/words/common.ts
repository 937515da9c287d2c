import { verbOf } from './verbs.ts'

/** Words that are no names wherever a title writes them with a capital. Counted in titles and notes of 15 repositories: in most of them, and in lower case. */
const COMMON = new Set(
  `ability able about accepts access accounts across action active actual adding additional address addresses
after again against alias aliases alignment all allowed allowing allows already always an analysis analytics
and annotation annotations another any app application applied apply are argument arguments around array
artifact artifacts as assertion assets async at attempt attribute attributes auth authentication
authorization autocomplete automatic automatically automation available back backend background badge base
based basic batch be because been before behavior behind being beta better between binary block blocked
blocks body bot both branch breaking broken browser bug bugs build building builds bundle bundled but button
buttons by cache cached caching calculation call callback callbacks called calling calls can cannot
capabilities capture cards case cases cause caused causing certain certificate certificates change changed
changelog changes changing channel characters check checking checks chunk class classes cleanup clear click
client clients close code codes collection color colors column columns command commands comment comments
commit common compatibility compatible complete completion component components concurrent condition
conditions config configurable configuration configure configured configuring confirmation conflict
connection connections consistency consistent const contain container containing contains content contents
context continue control controller conversion cookie copy core correct correctly could count coverage crash
create created creating creation credentials current custom dashboard data database date debug dedicated
default defaults defined delay delete deleted deleting deletion dependencies dependency deploy deployment
deployments deprecated deprecation deps description descriptions detail details detect detection dev
development devices did diff different directly directories directory disabled disabling discovery displayed
doc docs documentation documents does domain double down download draft dropped due duplicate duplicated
during dynamic each early edge edit editing editor element elements email empty enabled enabling encoding
end endpoint endpoints entries entry env environment environments error errors even event events every
example examples execution exist existing exists expected experience experimental explicit explicitly export
exported exports extension extensions external extra fail failed failing fails failure failures fallback
false favor feat feature features fetch fetching few field fields file filename files filter filtering
filters first flag flags flaky flow folder following font for fork form format formatting found framework
from full function functionality functions future general generate generated generating generation generator
generic get getting global group groups guide had handler handling has hash have header headers height help
helper helpers hidden hints history hook hooks host hosts how icon identifier identity if ignored image
images implementation import imports improvements in include included includes including incorrect
incorrectly index indexes indicator infinite info information init initial initialization injection inline
input inputs inside install installation installed installing instance instances instead instructions
integration interface internal into introduced invalid is issue issues it item items its job jobs join just
key keys known label labels language languages large last latest layer leak left legacy length level library
like limit limits line lines link links lint linting list listener listing live load loaded loader loading
local locale location lock log logged logger logging logic login logs long longer lookup loop made main
manage managed management manager manifest manual manually many map mark marked match matches matching max
may member members memory mention menu merge message messages messaging metadata method methods metrics
middleware migration minimum minor mismatch missing mobile modal mode model module modules more multiple
must mutation name names namespace naming native navigation necessary need needed needs nested network never
new next nil no nodes not notes notice notification notifications now null number object objects obsolete of
off old older on onboarding once one only open operations operator optimization option optional options or
order ordering organization origin original other our out outdated output outside over overflow override
overrides own package packages padding page pages panic parallel param parameter parameters params parent
parse parsing part partial parts passed passing password patch path paths pattern payload peer pending per
performance permission permissions pipeline plan platform plugin plugins point points policies policy pool
port position possible post prefix presence present preventing preview previous primary prior priority
private problem process processing processor production profile progress project prompt proper properly
properties property protection protocol provide provided provider providers proxy public publish pull push
queries query queue race range rate rather raw read reading reason redirect redirects redundant ref
reference references reflect refresh regex registration registry regression rejected related relative
release releases reload remaining remote removal removed removing render rendered rendering reply repo
report reporting repository request requests require required requirements reset resolution resolve
resolving resource resources response responses result results retries retry return returned returning
returns review right role root route routes routing rule rules run runner running runs runtime same sandbox
schema schemas scope screen script scripts scroll search secret secrets section select selected selection
selector send sending sent separate server servers service services session sessions set setting settings
setup share should showing shown shutdown side sidebar sign signature signing silently simple since single
site size skip small snapshot so socket some sort source sources space spaces spec specific specified
specify split stable stack stale standalone standard start starting startup state static stats status step
steps still storage store strategy stream streaming string strings structure structured style styles styling
subscription such summary support supported supports sure syntax system tab table tables tag tags take
target targets task tasks team telemetry template templates terminal test testing tests text than that the
their them then there they through throw time timeline timeout title to toggle token tokens too tool toolbar
tools top total trace tracing track tracking trailing transition translation trigger triggered true try
trying tweaks two type types typo typos undefined under unit unnecessary unsupported until unused up
updating upgrade upgrades upgrading upload upon upstream usage use used user username users uses using
utility utils valid validate validation value values var variable variables variant variants various vars
verification version versions via video view virtual visibility visible wait waiting warning warnings was
way we web webhook well were when where whether which while width wildcard will with within without wording
work worker workflow workflows working works workspace would write wrong you your zero`.split(/\s+/),
)

/** Surely no name, so that its capital in a title is only decoration. */
export const isCommonWord = (lower: string): boolean => COMMON.has(lower) || verbOf(lower) !== undefined
