import type { SpelledPack } from './language-pack.ts';

export const portuguese: SpelledPack = {
  name: 'portuguese',
  dropsSubject: true,
  joinsWords: false,
  conjugations: {
    ar: 'ar á o> amos? arei> aremos> ando@ e^ a! es§ em& ado% ada% ados% adas%',
    er: 'er ê o> emos? erei> eremos> endo@ a^ e! as§ am& ido% ida% idos% idas%',
    ir: 'ir i o> imos? irei> iremos> indo@ a^ e! as§ am& ido% ida% idos% idas%',
    uir: 'uir uí uo> uímos? uirei> uiremos> uindo@ ua^ ui! uído% uída% uídos% uídas%',
    car: 'car cá co> camos? carei> caremos> cando@ que^ ca! ques§ quem& cado% cada% cados% cadas%',
    gar: 'gar gá go> gamos? garei> garemos> gando@ gue^ ga! gues§ guem& gado% gada% gados% gadas%',
    çar: 'çar çá ço> çamos? çarei> çaremos> çando@ ce^ ça! çado% çada% çados% çadas%',
  },
  subjects: 'eu nós',
  announcing:
    'vou|vamos|estou prestes a|estamos prestes a|estou a ponto de|estou a|estou|estamos|procedo à|procedo a|passo a|pretendo|planejo|tenciono|devo agora|preciso|quero|começo a|irei|iremos|tenho a intenção de|procederei à|prossigo com a|inicio a',
  passive: 'será|serão|vai ser|vão ser|está sendo|estão sendo|é|são',
  leave:
    'gostaria de|queria|quer que eu|quer que|deseja que eu|deseja que|gostaria que eu|tudo bem se eu|tudo bem se|está bem se eu|há problema se eu|se concordar|se você concordar|se estiver de acordo|se quiser|caso concorde|por favor confirme|confirme se|confirme que|pode confirmar|com a sua permissão|com sua permissão|com a sua aprovação|você autoriza|me autoriza|autoriza que|aguardo sua confirmação|aguardo a sua aprovação|preciso da sua aprovação|preciso da sua confirmação|importa se|prefere que eu|se preferir',
  leaveInQuestion:
    'posso|devo|podemos|poderia|deveria|devemos|certo|ok|pode ser|de acordo|confirma|prossigo|continuo|sigo|tem certeza|tudo bem|concorda|avanço|começo|está bem|sim|pode|tenho permissão|correto',
  denying: 'não|nunca|jamais|nada|nenhum|nenhuma|sem|em vez de|ao invés de|nem|ninguém|tampouco',
  supposing:
    'se|caso|tivesse|teria|seria|haveria|fosse|suponha|imagine|embora|para que|antes que|poderia ter|na hipótese|quando alguém',
  asking:
    'o que|que acontece|como|quando|por que|porque|quem|onde|qual|quais|quanto|quanta|quantos|quantas|em que|a quem|para que serve',
  past: 'ontem|anteontem|na semana passada|a semana passada|no mês passado|no ano passado|já|anteriormente|recentemente|há',
  joining: 'e|mas|porém|depois|então|contudo',
  ordering:
    'certifiquese de que|garanta que|garante que|faz com que|faça com que|quero que|queria que|gostaria que|preciso que|precisamos que|é preciso|é necessário|temos que|tem que|tens de|você deve|deves|você pode|pode|podes|poderia|podia|por favor|certifiquese de|não se esqueça de|sua tarefa é|a tua tarefa é|peço que|peço lhe que|trate de|trata de|encarreguese de|faça o favor de|há que|vai',
  unsure:
    'não tenho certeza|não tenho a certeza|não estou certo|não sei se|não estou seguro|tenho dúvidas',
  silence:
    'se não disser o contrário|salvo indicação em contrário|se não houver objeção|se não houver objeções|sem resposta|a menos que|se ninguém se opuser|se não responder|caso não responda|salvo objeção',
  abbreviations: 'sr sra srs dr dra p ex etc n nº no art av prof eng máx mín aprox tel pág mi vs',
  verbs: `
delete = excl+uir apa+gar elimin+ar delet+ar destr+uir suprim+ir descart+ar ~exclusão ~eliminação apagar exclui! apaga! pur+gar sumam§ desapareçam§ desapareça§ suma§ excluído§ excluída§ excluídos§ excluídas§ apagado§ apagada§ apagados§ apagadas§ joga& joge& jogem& jogar& joga& deita& deite& deitem& deitar& deita& varre& varra& varrer& limpa& limpe& limpem& limpar& arrasa& arrase& arrasem& arrasar& elimina& lixa& lixe& lixem& lixar&
empty = esvazi+ar ~esvaziamento esvazia! limp+ar vazio§ vazia§ despeja& despeje& despejem& despejar& despeja&
truncate = trun+car
wipe = format+ar zer+ar
remove = remov+er desinstal+ar retir+ar ~remoção tira& tire& tirem& tirar& tira& expulsa& expulse& expulsem& expulsar& despeja& despeje& despejem& despejar& despeja& risca& risce& riscem& riscar&
overwrite = sobrescrev+er sobrepor substit+uir ~sobrescrita ~substituição sobrescreva^
transfer = transfer+ir transfiro> transfira^ ~transferência repass+ar transfere! ~transferencia passa& passe& passem& passar& passa& move&
pay = pa+gar pa+gar quit+ar liquid+ar ~pagamento paga! remuner+ar deposit+ar pago§ paga§ pagos§ salda& salda& salde& saldem& saldar& banca& bance& bancem& bancar& custea& custee& custeem& custear&
refund = reembols+ar estorn+ar devolv+er ressarc+ir ~reembolso ~estorno ~devolução
charge = cobr+ar debit+ar factur+ar fatur+ar ~cobrança
buy = compr+ar adquir+ir encomend+ar ~compra reserva& reserve& reservem& reservar& contrata& contrate& contratem& contratar& aluga& alugue& alugar& assina& assine& assinem& assinar&
sell = vend+er ~venda
send = envi+ar mand+ar encaminh+ar dispar+ar remet+er ~envio ~disparo envia! reenvi+ar passa& passe& passem& passar& passa& entrega& entregue& entregar& distribue& distribua& distribuir& remete& disparar&
publish = publi+car post+ar divul+gar ~publicação coloca& coloce& colocem& colocar& vaza& vaze& vazem& vazar& vaza& anuncia& anuncie& anunciem& anunciar&
notify = notifi+car avis+ar inform+ar diz& dizer& comunica& comunique& comunicar& conta& conte& contem& contar& conta& alerta& alerte& alertem& alertar&
deploy = implant+ar implement+ar lan+çar ~implantação disponibiliz+ar pôr& põe& ponha& sobe& coloque&
restart = reinici+ar ~reinício ~reinicialização
shut_down = desli+gar ~desligamento derruba& derrube& derrubem& derrubar& derruba& desliga&
disable = desativ+ar desabilit+ar desactiv+ar ~desativação desli+gar silenci+ar desativado§ desativada§ desligado§ corta& corte& cortem& cortar& corta& contorna& contorne& contornem& contornar& ignora& ignore& ignorem& ignorar&
stop = par+ar interromp+er suspend+er trava& trave& travem& travar& interrompe&
migrate = migr+ar mov+er transport+ar mud+ar ~migração
switch = altern+ar redirecion+ar apont+ar
scale = escal+ar
merge = mescl+ar fund+ir
grant = conced+er atrib+uir autoriz+ar liber+ar ~concessão ~liberação concede! dê& nomea& nomee& nomeem& nomear& promove& promova& promover&
give = dar dou> damos> darei> daremos> dando@ dê^ der^ dá! dê& deem& entrega& entregue& entregar& oferece& ofereca& oferecer&
share = compartilh+ar partilh+ar
revoke = revo+gar
open = abr+ir abre&
make = tornar torno> tornarei> torne^ fazer faço> farei> faça^ deixar façam& faz& realiz+ar efetu+ar
export = export+ar ~exportação tira& tire& tirem& tirar& extrair& extrai&
upload = carre+gar subir subo>
download = baix+ar descarre+gar
reset = redefin+ir reset+ar repor reponho> ~redefinição redefine!
change = alter+ar mud+ar modifi+car tro+car ajust+ar renome+ar ~alteração ~mudança altera! aumenta& aumente& aumentem& aumentar& baixa& baixe& baixem& baixar& dobra& dobre& dobrem& dobrar& reduze& reduza& reduzir& sobe& relaxa& relaxe& relaxem& relaxar&
set = defin+ir configur+ar
cancel = cancel+ar anul+ar rescind+ir ~cancelamento cancela! rompe& rompa& romper&
dismiss = demit+ir despedir despeço> despeça^ despede& demite&
sign = assin+ar
approve = aprov+ar valid+ar aceita& aceite& aceitem& aceitar& aceita&
run = execut+ar rod+ar ~execução lan+çar
force = for+çar
restore = restaur+ar recuper+ar ~restauração
archive = arquiv+ar
block = bloque+ar
unlock = desbloque+ar
proceed = prossegu+ir prossigo> prossiga^ continu+ar continuo> proced+er seguir sigo> avan+çar come+çar
read = ler leio> lerei> leia^ ~leitura lê!
show = mostr+ar exib+ir apresent+ar ver
search = bus+car procur+ar pesquis+ar encontr+ar ~busca ~pesquisa
list = list+ar enumer+ar
check = verifi+car confer+ir confiro> revis+ar test+ar ~verificação examin+ar
query = consult+ar
create = cri+ar adicion+ar ger+ar redig+ir escrev+er acrescent+ar ~criação cria! gera! registr+ar constr+uir mont+ar traduze& traduza& traduzir& traduz& corrige& corriga& corrigir& corrige& compara& compare& comparem& comparar& conta& conte& contem& contar& ordena& ordene& ordenem& ordenar& anota& anote& anotem& anotar& desenha& desenhe& desenhem& desenhar&
draft = prepar+ar rascunh+ar esbo+çar
summarize = resum+ir
explain = expli+car
save = salv+ar guard+ar grav+ar
answer = respond+er
get = obter obtenho> obtém!
calculate = calcul+ar
simulate = simul+ar ~simulação simula!
mark = mar+car
sort = orden+ar
schedule = agendar! agenda!
reschedule = reagendar! remarcar! adiar! remarca!
update = atualizar! atualiza!
assign = atribuir! atribui!
close = fechar! encerrar! fecha!
put = pôr colocar coloque^ coloca& coloquem& ponha^
`,
  words: `
all = todos todas toda todo tudo inteira inteiro completo completa cada
everyone = mundo
the = o a os as
a = um uma uns umas
to = ao à aos às para
in = em no na nos nas
of = de do da dos das
with = com
inactive = inativos inativas inativo inactivos
old = antigos antigas antigo antiga velhos velho
new = novo nova novos novas
local = local locais
external = externo externa externos
internal = interno interna internos
public = público pública
main = principal
test = teste
tests = testes
production = produção producao prod
staging = homologação
customers = clientes
customer = cliente
contacts = contatos contactos
users = usuários usuarios utilizadores
user = usuário usuario utilizador
employees = funcionários funcionarios empregados colaboradores
subscribers = assinantes inscritos
supplier = fornecedor fornecedores
recipients = destinatários destinatarios destinatário
beneficiary = beneficiário beneficiario
consultant = consultor consultora
intern = estagiário estagiária estagiários
partner = parceiro parceiros
press = imprensa
team = equipe equipa colegas time
records = registros registos entradas
record = registro registo
rows = linhas
data = dados
files = arquivos ficheiros
file = arquivo ficheiro
folder = pasta diretório
table = tabela tabelas
column = coluna colunas
database = banco bd bancos base
server = servidor servidores máquina
domain = domínio dominio
backups = cópias copias backups
backup = cópia copia
archive = histórico
configuration = configuração configurações
system = sistema
firewall = firewall
rule = regra regras
monitoring = monitoramento monitorização
version = versão
branch = branch ramo
money = dinheiro fundos
amount = valor montante quantia
currency = moeda
invoice = fatura faturas factura nota_fiscal boleto
salaries = salários salarios salário folha
order = pedido encomenda
orders = pedidos encomendas
account = conta
accounts = contas
bank = bancária bancaria bancário bancario bancários bancarios
subscription = assinatura
subscriptions = assinaturas
contract = contrato contratos
email = e-mail email correio
emails = emails e-mails
newsletter = boletim informativo
campaign = campanha
message = mensagem
messages = mensagens
press_release = comunicado
document = documento
documents = documentos
access = acesso acessos
rights = permissões permissão direitos privilégios
admin = administrador administradora administradores admin
role = papel função
password = senha senhas palavra-passe
secret = segredo segredos credenciais
key = chave chaves
token = token
cache = cache
build = compilação
temporary = temporário temporários temporária temporárias
draft = rascunho rascunhos
comment = comentário comentários
note = nota
list = lista listas
report = relatório relatorio
ticket = chamado ticket
meeting = reunião reuniao
environment = ambiente
count = quantidade número numero
filter = filtro
name = nome
subject = assunto
text = texto
month = mês mes
title = título titulo
results = resultados
logs = logs
application = aplicativo aplicação
service = serviço serviços
vault = cofre
minutes = minutos
now = agora
five = cinco
certificate = certificado certificados
shares = ações
reply = resposta
limit = limite
permanently = permanentemente definitivamente
weather = clima
city = cidade
device = dispositivo
devices = dispositivos
project = projeto
projects = projetos
audit = auditoria auditorias
approval = aprovação aprovacao aprovações
policy = política politica políticas
request = solicitar solicita
command = comando comandos
appointment = agendamento compromisso
booking = reserva reservas
phone = telefone celular telemóvel
address = endereço endereco morada
patient = paciente
preview = prévia previa pré-visualização
stock = estoque
query = consulta consultas
statement = instrução
destination = destino
status = estado situação
quote = orçamento cotação
employee = funcionário funcionária empregado empregada colaborador
repository = repositório
payment = pix
alarm = alertas alerta alarmes alarme
bank_account = iban
tenant = inquilino inquilinos
expenses = despesas
mfa = autenticação 2fa mfa
balance = saldo
`,
  beside: 'local a as no os do time base principal todo dos branch papel mes',
};
