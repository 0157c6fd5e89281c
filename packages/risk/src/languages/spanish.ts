import type { SpelledPack } from './language-pack.ts';

export const spanish: SpelledPack = {
  name: 'spanish',
  dropsSubject: true,
  joinsWords: false,
  conjugations: {
    ar: 'ar o> amos? aré> aremos> ando@ e^ emos^ a! es§ en& ad& e! ado% ada% ados% adas%',
    er: 'er o> emos> eré> eremos> iendo@ a^ amos^ e! as§ an& ed& ido% ida% idos% idas%',
    ir: 'ir o> imos? iré> iremos> iendo@ a^ amos^ e! as§ an& id& ido% ida% idos% idas%',
    car: 'car co> camos? caré> caremos> cando@ que^ quemos^ ca! ques§ quen& cad& cado% cada% cados% cadas%',
    gar: 'gar go> gamos? garé> garemos> gando@ gue^ guemos^ ga! gues§ guen& gad& gado% gada% gados% gadas%',
    zar: 'zar zo> zamos? zaré> zaremos> zando@ ce^ cemos^ za! ces§ cen& zad& zado% zada% zados% zadas%',
  },
  subjects: 'yo nosotros',
  announcing:
    'voy a|vamos a|estoy a punto de|estamos a punto de|estoy por|procedo a|procederé a|procedemos a|paso a|me dispongo a|pienso|tengo previsto|planeo|quiero|debo|estoy|estamos|comienzo a|empiezo a|tengo la intención de|necesito|procedo con la|procedo con el|inicio la|inicio el|iré|a continuación|acto seguido',
  passive: 'será|serán|va a ser|van a ser|está siendo|están siendo|quedará|quedarán',
  leave:
    'me gustaría|quisiera|querría|quiere que|quieres que|desea que|deseas que|le parece bien que|te parece bien que|le parece bien si|te parece bien si|le parece si|te parece si|está de acuerdo en que|confirme que|confirma que debo|confirme si|por favor confirme|por favor confirma|si está de acuerdo|si estás de acuerdo|si le parece|si te parece|si lo desea|si quiere|si quieres|con su permiso|con su aprobación|me permite|me autoriza|me autorizas|necesito su aprobación|necesito su confirmación|espero su confirmación|prefiere que|debería yo|tiene inconveniente en que|le importa si|te importa si|hay algún problema si|me das permiso|me da permiso|me dan permiso|me dais permiso|tengo tu permiso|tengo su permiso|me das luz verde|me da luz verde|espero su luz verde|espero tu luz verde|espero tu confirmación|espero su aprobación|espero tu aprobación|espero su permiso|espero tu permiso|necesito su permiso|necesito tu permiso|necesito tu aprobación|necesito su luz verde|necesito tu luz verde|a la espera de su aprobación',
  leaveInQuestion:
    'puedo|debo|podemos|debería|podría|continúo|procedo|sigo|de acuerdo|vale|está bien|está seguro|estás seguro|correcto|ok|verdad|confirma|confirmas|lo hago|le parece|te parece|adelante|empiezo|comienzo|sí|tengo permiso|lanzo|se puede proceder|conforme',
  denying:
    'no|nunca|jamás|nada|ningún|ninguna|ninguno|sin|en lugar de|en vez de|tampoco|ni|nadie|evito',
  supposing:
    'si|cuando alguien|hubiera|hubiese|habría|sería|supongamos|imaginemos|en caso de|aunque|para que|antes de que|podría haber|suponiendo',
  asking:
    'qué|cómo|cuándo|por qué|quién|quiénes|dónde|cuál|cuáles|cuánto|cuánta|cuántos|cuántas|para qué|a quién|con qué|en qué|de qué',
  past: 'ayer|anteayer|la semana pasada|el mes pasado|el año pasado|anoche|antes|ya|recientemente|anteriormente|hace',
  joining: 'y|e|pero|sino|luego|después|entonces',
  ordering:
    'asegúrate de que|asegúrese de que|procura que|haz que|quiero que|quisiera que|me gustaría que|necesito que|necesitamos que|hay que|tienes que|tiene que|debes|debe usted|deberías|puedes|puede usted|podrías|podría usted|por favor|asegúrate de|asegúrese de|encárgate de|encárguese de|no olvides|vas a|es necesario|hace falta|tu tarea es|te pido que|le pido que|ocúpate de|haz el favor de|procede a|proceda a',
  unsure:
    'no estoy seguro|no estoy segura|no estoy del todo seguro|no sé si|no tengo claro|no estoy convencido|dudo',
  silence:
    'si no me dice lo contrario|si no dice lo contrario|salvo que me diga|salvo objeción|si no hay objeciones|sin respuesta|a menos que|si no recibo respuesta|si no responde|salvo que se oponga|si nadie se opone',
  abbreviations:
    'sr sra srta sres dr dra p ej etc núm no art av ud uds vs aprox máx mín tel pág ing lic mill prof',
  verbs: `
delete = elimin+ar borr+ar suprim+ir destru+ir pur+gar quit+ar ~eliminación ~borrado ~supresión destruyo> elimina! borra! desech+ar desaparezca§ desaparezcan§ eliminado§ eliminada§ eliminados§ eliminadas§ borrado§ borrada§ borrados§ borradas§ tira& tire& tirad& tiren& tirar& tira& cargarse& liquida& liquide& liquidad& liquiden& liquidar& barre& barra& barred& barran& barrer& echa& eche& echad& echen& echar& echa& arrasa& arrase& arrasad& arrasen& arrasar& anula& anule& anulad& anulen& anular& depura& depure& depurad& depuren& depurar& limpia& limpie& limpiad& limpien& limpiar& elimínalo& fulmina& fulmine& fulminad& fulminen& fulminar&
empty = vaci+ar vacío> vacíe^ vacía! ~vaciado vacíes§ vacío§ vacía§ limpia& limpie& limpiad& limpien& limpiar& desocupa& desocupe& desocupad& desocupen& desocupar&
truncate = trun+car
wipe = formate+ar
remove = remov+er remuevo> desinstal+ar extra+er retir+ar ~retirada saca& sace& sacad& sacen& sacar& saca& expulsa& expulse& expulsad& expulsen& expulsar& echa& eche& echad& echen& echar& echa& dar& quita& tacha& tache& tachad& tachen& tachar&
overwrite = sobrescrib+ir sobreescrib+ir reempla+zar sustitu+ir ~sobrescritura sustituyo> macha+car
transfer = transferir transfiero> transferiré> transferimos> transfiriendo@ transfiera^ gir+ar ~transferencia ~transferencias traspas+ar transfiere! transfieran& transfieras§ ingresa& ingrese& ingresad& ingresen& ingresar& pasa& pase& pasad& pasen& pasar& pasa& transfiérele& mueve&
pay = pa+gar abon+ar liquid+ar ~pago ~pagos ~abono paga! remuner+ar desembols+ar pagado§ pagada§ pagados§ pagadas§ págale& págales& pagadle& costear& sufraga& sufrage& sufragad& sufragen& sufragar& salda& salda& salde& saldad& salden& saldar& apoquina& apoquine& apoquinad& apoquinen& apoquinar&
refund = reembols+ar devolv+er devuelvo> devolveré> devuelva^ ~reembolso ~devolución reintegr+ar reembolsa!
charge = cobr+ar debit+ar ~cobro factur+ar
buy = compr+ar adquirir adquiero> ~compra encar+gar compra& reserva& reserve& reservad& reserven& reservar& pide& pedir& contrata& contrate& contratad& contraten& contratar& alquila& alquile& alquilad& alquilen& alquilar& suscribe& suscriba& suscribid& suscriban& suscribir&
sell = vend+er ~venta liquida& liquide& liquidad& liquiden& liquidar&
send = envi+ar envío> envíe^ mand+ar remit+ir reenvi+ar reenvío> difund+ir ~envío envía! manda! despach+ar pasa& mándale& mándaselo& mándasela& mándaselas& mándaselos& envíale& envíaselo& hazle& traslada& remite& facilita& facilite& facilitad& faciliten& facilitar& entrega& entrege& entregad& entregen& entregar& reparte& reparta& repartid& repartan& repartir&
publish = publi+car poste+ar difund+ir ~publicación publica! divul+gar cuelga& colgar& filtra& filtre& filtrad& filtren& filtrar& filtra& anuncia& anuncie& anunciad& anuncien& anunciar&
notify = notifi+car avis+ar inform+ar dile& diles& decir& comunica& comunique& comuniquen& comunicar& cuénta& cuéntale& hazles& alerta& alerte& alertad& alerten& alertar&
deploy = desple+gar despliego> despliegue^ ~despliegue implement+ar despliega! implant+ar lan+zar sube& saca& sace& sacad& sacen& sacar&
restart = reinici+ar ~reinicio reinicia!
shut_down = apa+gar ~apagado apaga! tumba& tumbar& baja& cierra&
disable = desactiv+ar deshabilit+ar desconect+ar inhabilit+ar ~desactivación anul+ar silenci+ar desactivado§ desactivada§ apagado§ quita& corta& corte& cortad& corten& cortar& apaga& apage& apagad& apagen& apagar& desactivar& salta& salte& saltad& salten& saltar& sáltate& burla& burle& burlad& burlen& burlar& esquiva& esquive& esquivad& esquiven& esquivar& levanta& levante& levantad& levanten& levantar&
stop = deten+er detengo> detendré> par+ar suspend+er parali+zar ~detención frena& frene& frenad& frenen& frenar& deten& corta&
migrate = migr+ar mov+er muevo> trasladar traslado> ~migración
switch = conmut+ar redirig+ir redirijo> apunt+ar
scale = escal+ar
merge = fusion+ar combin+ar
grant = conced+er otor+gar autori+zar habilit+ar ~concesión ~otorgamiento concede! otorga! concédele& otórgale& nombra& nombre& nombrad& nombren& nombrar& ascende& ascenda& ascended& ascendan& ascender&
give = dar doy> damos> daré> daremos> dando@ dé^ da! dale& dales& des§ den& entrega& entrege& entregad& entregen& entregar& regala& regale& regalad& regalen& regalar&
share = compart+ir
revoke = revo+car ~revocación
open = abr+ir abre&
make = hacer hago> haré> haremos> haciendo@ haga^ haz& hagan& hagas§ realiz+ar efectu+ar
export = export+ar ~exportación extraer exporta! saca& sace& sacad& sacen& sacar& vuelca& vuelce& vuelcad& vuelcen& vuelcar& volcar& extrae& extraa& extraed& extraan& extraer& extrae&
upload = sub+ir car+gar
download = descar+gar baj+ar ~descarga
reset = restablec+er restablezco> restablezca^ reiniciali+zar resete+ar ~restablecimiento restablece!
change = cambi+ar modifi+car alter+ar ajust+ar renombr+ar ~cambio ~modificación cambia! modifica! sube& baja& aumenta& aumente& aumentad& aumenten& aumentar& duplica& duplique& dupliquen& duplicar& rebaja& rebaje& rebajad& rebajen& rebajar& reduce& reduca& reducid& reducan& reducir& reduce& relaja& relaje& relajad& relajen& relajar&
set = establec+er fij+ar configur+ar
cancel = cancel+ar anul+ar rescind+ir ~cancelación ~anulación cancela! da& rompe& rompa& romped& rompan& romper&
dismiss = desped+ir despido> despide& despida^ despidas§ despídelos& echa& eche& echad& echen& echar& echa&
sign = firm+ar
approve = aprob+ar apruebo> aprueba! valid+ar acepta& acepte& aceptad& acepten& aceptar& ratifica& ratifique& ratifiquen& ratificar& da&
run = ejecut+ar corr+er lan+zar ~ejecución ejecuta! arran+car
force = for+zar fuerzo> fuerce^
restore = restaur+ar recuper+ar ~restauración
archive = archiv+ar
block = bloque+ar
unlock = desbloque+ar
proceed = proced+er continu+ar continúo> continúe^ seguir sigo> prosegu+ir prosigo> empe+zar comen+zar avan+zar proceda^
read = le+er ~lectura lee!
show = mostr+ar muestro> muestre^ muestra! enseñ+ar present+ar ver
search = bus+car encontr+ar locali+zar ~búsqueda busca!
list = list+ar enumer+ar
check = comprob+ar compruebo> revis+ar verifi+car prob+ar ~revisión examin+ar
query = consult+ar
create = cre+ar añad+ir agre+gar gener+ar redact+ar escrib+ir constru+ir ~creación crea! genera! agrega! añade! registr+ar traduce& traduca& traducid& traducan& traducir& traduce& corrige& corregir& compara& compare& comparad& comparen& comparar& cuenta& contar& ordena& ordene& ordenad& ordenen& ordenar& apunta& apunte& apuntad& apunten& apuntar& dibuja& dibuje& dibujad& dibujen& dibujar&
draft = prepar+ar esbo+zar
summarize = resum+ir
explain = expli+car
save = guard+ar guarda!
answer = respond+er contest+ar
get = obten+er obtengo> obtén!
calculate = calcul+ar
preview = previsualiz+ar
simulate = simul+ar ~simulación simula!
mark = mar+car
sort = orden+ar
schedule = programar! agendar! programa! agenda!
reschedule = reprogramar! aplazar! reagendar!
update = actualiz+ar actualiza!
assign = asign+ar
close = cerrar! cierra!
put = poner pon& ponga^ pongas§ pongan& pongo>
`,
  words: `
all = todos todas toda todo completa completo entera entero totalidad cada
everyone = mundo
the = el la los las lo
a = un una unos unas
to = a al hacia
in = en
for = para
of = de del
with = con
inactive = inactivos inactivas inactivo
old = antiguos antiguas antigua antiguo viejos viejas vieja viejo
new = nueva nuevo nuevas nuevos
local = local locales
external = externo externa externos externas
internal = interno interna internos
public = público pública publico
main = principal maestra
test = prueba
tests = pruebas tests
production = producción produccion prod
staging = preproducción
customers = clientes
customer = cliente
contacts = contactos
users = usuarios usuarias
user = usuario usuaria
employees = empleados empleadas trabajadores plantilla personal
subscribers = suscriptores suscriptoras abonados
supplier = proveedor proveedores proveedora
recipients = destinatarios destinatario
beneficiary = beneficiario beneficiaria
consultant = consultor consultora asesor
intern = becario becaria
partner = socio socios
press = prensa
team = equipo compañeros colegas
records = registros entradas fichas
record = registro
rows = filas
data = datos
files = ficheros archivos
file = fichero archivo
folder = carpeta directorio
table = tabla tablas
column = columna columnas
database = base bd bases
server = servidor servidores máquina
cluster = clúster
domain = dominio
backups = copias respaldos
backup = copia respaldo
archive = histórico
configuration = configuración ajustes
system = sistema
firewall = cortafuegos
rule = regla reglas
monitoring = monitorización monitoreo vigilancia
version = versión
branch = rama
money = dinero fondos
amount = importe monto cantidad_dinero
currency = moneda divisa
invoice = factura facturas
salaries = salarios nómina nomina nóminas sueldos sueldo
order = pedido
orders = pedidos
account = cuenta
accounts = cuentas
bank = bancaria bancario bancarias bancarios
subscription = suscripción
subscriptions = suscripciones
contract = contrato contratos
email = correo email e-mail
emails = correos
newsletter = boletín boletin
campaign = campaña
message = mensaje
messages = mensajes
press_release = comunicado
document = documento
documents = documentos
access = acceso accesos
rights = permisos derechos permiso privilegios
admin = administrador administradora administradores admin
role = rol
password = contraseña contraseñas clave
secret = secreto secretos credenciales
key = llave
token = token
cache = caché cache
build = compilación
temporary = temporal temporales
draft = borrador borradores
comment = comentario comentarios
note = nota
list = lista listas
report = informe reporte
ticket = ticket incidencia
meeting = reunión cita reunion
environment = entorno
count = cantidad número numero
filter = filtro
name = nombre
subject = asunto
text = texto
month = mes
title = título titulo
results = resultados
logs = registros_de bitácora
application = aplicación aplicacion
service = servicio servicios
vault = boveda bóveda
minutes = minutos
now = ahora
five = cinco
certificate = certificado certificados
shares = acciones
reply = respuesta
limit = limite límite
permanently = definitivamente
weather = clima tiempo
city = ciudad
device = dispositivo
devices = dispositivos
project = proyecto
projects = proyectos
audit = auditoría auditoria auditorías
approval = aprobación aprobacion aprobaciones
policy = política politica políticas
request = solicitar solicita
command = comando comandos
booking = reserva reservas
phone = teléfono telefono móvil
address = dirección direccion domicilio
patient = paciente
preview = previa previsualización previsualizacion
stock = existencias
query = consulta consultas
statement = sentencia instrucción
destination = destino
status = estado
slot = turno
quote = presupuesto cotización
employee = empleado empleada trabajador trabajadora
repository = repositorio
alarm = alertas alerta alarmas avisos
bank_account = iban clabe
tenants = inquilinos inquilino
interns = becarios becario
expenses = gastos
contracts = contratos
fraud = fraude
passwords = contraseñas contraseña claves
mfa = autenticación 2fa mfa verificación
payroll = nómina nóminas nomina
balance = saldo
`,
  beside: 'todo local a base come once sin no me son real prueba personal principal',
};
