/**
 * Words that any talk about programming is full of, as stems: that a prompt and a memory share them says little, however rare they are
 * among the memories. With few memories every word is rare, so this has to be known beforehand.
 */
const STEMS = `
ad add again alreadi alway app appli applic approach argument around array ask assign async attribut avail
avoid await back backend bad base basic befor begin beginn best better between big bit block bodi boolean
both bottleneck bottom bound branch break browser bug build built button byte cach call callback case
catch caus chang charact check choos chunk class clean clear click client close code collect color colour
column combin command comment commit common compani compar compil complet compon comput concept condit
config configur connect consid consol constant constructor contain content context continu control convent
convert copi correct cost count cours cover creat current custom data databas date day debug decid decim
declar decod default defin delet depend deploy describ design detail detect develop devic differ digit
direct directori disabl display distanc doc document done doubl down download draw drop duplic each easi
edit effect effici element empti enabl encod end endpoint enough entri enum environ equal error estim
evalu even event exact exampl except execut exist exit expand expect explain explan export express extend
extra extract factor fail failur fallback fals famili fast featur fetch field figur file fill filter final
find finish first fit fix flag fold folder follow forc form format found four frame framework free fresh
frontend full function gener give given global go good graph great group grow guard guess half handl
handler happen hard head height help helper here hide high hint histori hold home hook host hour http
human id idea identifi ignor imag implement import improv includ incorrect increas index info inform initi
inlin inner input insert insid instal instanc instead integ interfac intern invalid issu item iter job
join json keep key keyboard kind know label languag larg last later latest layer layout learn left length
less letter level librari limit line link list listen littl live load local locat lock log logic long look
loop lose loss lot low machin main make manag mani map mark match max mayb mean measur member memori menu
merg messag method middl min minut miss mobil mode model modifi modul month more move much multipl name
need nest network never new next nice node none normal notat note noth notic null number object offer
offlin ok old on onlin open oper option order organ origin out output outsid over overrid pack packag page
pair panel parallel param paramet pars part pass password path pattern peopl perform phone pick pictur
piec pixel place plain plan platform play pleas point pointer port posit possibl post power practic prefer
present press pretti prevent previou price prime print privat probabl problem process produc product
profil program project promis prompt proper properti provid public pull push put queri question queue
quick quickli quit quot random rang rate ratio read readm real realli reason receiv recent recommend
record recurs reduc refactor refer region regist regular relat releas remain remov renam render repeat
replac repo report repositori repres request requir reset resiz resolv resourc respons rest result retri
return reus revers review rewrit right role root rotat round rout row rule run runtim safe same sampl save
scale scan schema scope screen script search second section see seem select self send sentenc separ
sequenc seri server servic session set setup sever shape share shell shift short show side sign signal
similar simpl simplifi simul singl site size skip slice slow small smart snippet softwar solut solv someth
soon sort sourc space special specif speed split sql squar stack standard start state statement static
statu stay step still stop storag store stream string strong structur stuff style suggest sum support sure
swap switch symbol sync syntax system tabl tag take talk target task team templat temporari ten term
termin test text thank thing think third thread three throw time tini tip titl today togeth token tool top
topic total track transfer transform translat tree tri trigger true trust turn tutori two type typic
undefin understand uniqu unit unknown updat upgrad upload upper url us usag user usual util valid valu
variabl variou vector veri verifi version video view visibl visit wait want warn watch way web week weight
well whether whole wide width window wish within without word work worker world wrap write wrong ye year
zero`

export const EVERYDAY: ReadonlySet<string> = new Set(STEMS.trim().split(/\s+/))
