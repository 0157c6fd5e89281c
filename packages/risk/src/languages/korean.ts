import type { UnspacedPack } from './unspaced-pack.ts';

export const korean: UnspacedPack = {
  name: 'korean',
  verbs: `
delete = 삭제 지우 지울 지운 지웁 제거 폐기 파기 말소 전체삭제 없애 없앨 없앱 지워 없애 날려
empty = 비우 비울 비운 비웁 비워
wipe = 초기화 포맷
overwrite = 덮어쓰 덮어쓸 덮어씁 교체 대체
transfer = 송금 이체 입금 계좌이체
pay = 결제 지급 지불 납부 지급하
refund = 환불 반환 환급
charge = 청구하 청구할 과금 출금
buy = 구매 구입 매수 발주 주문하 주문할
sell = 매도 매각 판매
send = 전송 보내 보낼 보냅 발송 전달 송부
publish = 게시 공개 발행 발표 게재 출판
notify = 알림 통보 공지 알리
deploy = 배포 릴리스 출시 반영 적용
restart = 재시작 재부팅 재기동
shut_down = 종료 셧다운
stop = 중단 중지 정지 멈추
disable = 비활성화 끄겠 끌까 해제 차단해제 꺼 끄고 꺼줘
migrate = 이전하 이전할 마이그레이션 옮기 옮길 이관
switch = 전환 변경하여
scale = 확장 축소
merge = 병합
grant = 부여 허용 할당 승인해
give = 주겠 줄까 드리겠
share = 공유
revoke = 회수 취소시
export = 내보내 내보낼 내보냅 추출 반출
upload = 업로드
download = 다운로드 내려받
reset = 재설정 리셋
change = 변경 수정 편집 바꾸 바꿀
set = 설정하 설정할
cancel = 해지 취소
dismiss = 해고
sign = 서명
run = 실행 구동 돌리
restore = 복원 복구
archive = 보관처리
block = 차단
unlock = 잠금해제
proceed = 계속 진행 시작 이어서
read = 읽 조회 열람
show = 보여 표시 보기
search = 검색 찾 찾아
list = 목록 나열
check = 점검 검토 검증
create = 생성 작성 추가 만들 등록
draft = 준비 초안작성
summarize = 요약 정리하
explain = 설명
save = 저장
answer = 답변 회신 응답
calculate = 계산
simulate = 시뮬레이션 모의
assign = 배정 할당
adjust = 조정
`,
  orders: `
delete = 버려 버리 버릴 지워 날리 치워
empty = 비워
transfer = 보내 부쳐 옮겨
pay = 치러 정산
send = 넘겨 넘기 넘길 건네 돌려 뿌려 전해 보내 쏴
notify = 알려 전해 통지
publish = 올려 흘려 유출
deploy = 올려 올리 내보내
shut_down = 내려 꺼
stop = 멈춰 세워
disable = 꺼 끄 풀어 우회
grant = 넣어 달아
dismiss = 내보내 잘라
cancel =
approve = 승인 통과
change = 올려 내려 인상 인하 낮춰 높여
buy = 사 예약
open = 열어
`,
  verbsWithAmount: '',
  words: `
allowlist = 화이트리스트 허용목록
public = 공개로 전체공개 퍼블릭
instruction = 지시 요청
assistant = 비서 어시스턴트
all = 모든 모두 전체 전부 전원 일괄
everyone = 모두에게 누구나 모든_사람
inactive = 비활성
old = 오래된 이전
new = 새 새로운 신규
local = 로컬
external = 외부
internal = 내부 사내
main = 메인 기본
test = 테스트
production = 운영환경 운영 프로덕션 실서버 라이브 상용
staging = 스테이징 개발환경
customers = 고객
users = 사용자 회원 이용자
employees = 직원 임직원 사원
subscribers = 구독자
supplier = 공급업체 거래처 협력업체 납품업체
recipients = 수취인 수신자 받는사람
consultant = 컨설턴트
intern = 인턴
partner = 파트너 협력사 제휴사
press release = 보도자료
press = 언론 기자
team = 팀 동료
records = 레코드 기록 항목
rows = 행
data = 데이터 자료 정보
files = 파일
folder = 폴더 디렉터리
table = 테이블
column = 열 컬럼
database = 데이터베이스 DB
server = 서버
cluster = 클러스터
domain = 도메인
backups = 백업
archive = 아카이브
configuration = 설정 구성
system = 시스템
firewall = 방화벽
rule = 규칙
monitoring = 모니터링 감시
version = 버전
branch = 브랜치
money = 돈 자금
amount = 금액
currency = 통화
invoice = 청구서 송장
salaries = 급여 월급 상여금
orders = 주문
account = 계정
bank_account = 계좌 계좌번호 은행계좌
subscriptions = 구독
contract = 계약
email = 이메일 메일 단체메일
newsletter = 뉴스레터 소식지
campaign = 캠페인
message = 메시지 문자
document = 문서
access = 접근 접근권한
rights = 권한
admin = 관리자
role = 역할
password = 비밀번호 암호
secret = 비밀 자격증명
key = 키
token = 토큰
cache = 캐시
build = 빌드
temporary = 임시
draft = 초안
comment = 댓글
note = 메모
list = 목록
report = 보고서
ticket = 티켓 문의
meeting = 회의 일정
environment = 환경
count = 건수 수량 인원
filter = 조건 필터
name = 이름
subject = 제목
text = 내용 본문
month = 월
results = 결과
logs = 로그
application = 앱 애플리케이션
service = 서비스
vault = 금고
certificate = 인증서
shares = 주식
limit = 제한
weather = 날씨
city = 도시
device = 기기 장치
project = 프로젝트
number = 번호
force = 강제
tests = 테스트
audit = 감사로그 감사기록 감사추적
approval = 승인 결재
policy = 정책
request approval = 승인요청 결재요청 승인신청
command = 명령 명령어
booking = 예약
phone = 전화 전화번호 연락처
address = 주소
patient = 환자
preview = 미리보기
stock = 재고
time = 시간 일시
query = 쿼리
statement = 구문
destination = 목적지
status = 상태
product = 상품 제품
quote = 견적
alarm = 알람 경보 알림
`,
  rules: [
    {
      part: 'before',
      pattern:
        /(?:팀|씨|님|과장|부장|사장|대리|담당자|누군가|누가|그|그녀|그들|동료|회사|명령|함수|스크립트|작업|시스템|도구|부서|업체|메서드|버튼|기능|라이브러리|상대방|고객)(?:들|측)?[ -~]{0,60}(?:은|는|이|가|도|께서)(?: |$)/u,
      standing: 'other',
    },
    {
      part: 'clause',
      pattern: /고 싶어 ?(?:합|하|해)|(?:한다|할 거라|겠다)고 (?:합|했|말|썼|하)|대요$/u,
      standing: 'other',
    },
    {
      part: 'after',
      pattern:
        /^(?:하|되)?(?:면(?!서)|더라도|려면|는 대신|는 방법|는 경우|란 |는 것은|기 전|는 명령|는 함수)|^(?:했|됐|되었|하였)?더라면|^(?:이?란|는? 것을 뜻)|^(?:하|한다)는 (?:뜻|의미)|^(?:한|할) 경우|^(?:으?)?ㄴ?면 어떻게|^면 /u,
      standing: 'supposed',
    },
    {
      part: 'after',
      pattern:
        /^(?:은|는|을|를|도)?(?:하|되)?지(?:는|도)? ?(?:않|못|말|마)|^(?:할|한) (?:생각|계획|예정)(?:이|은) 없|않(?:겠|습|았|을)/u,
      standing: 'denied',
    },
    {
      part: 'sentence',
      pattern:
        /(?:까요|ㄹ까요|해도 (?:될|되|괜찮)|어도 (?:될|되|괜찮)|아도 (?:될|되|괜찮)|도 (?:될까|되나|되는지|괜찮|좋을까)|괜찮으시|괜찮을까|괜찮나요|동의하시면|승인(?:해 ?주|하시면|을 부탁|이 필요)|허락|확인해 ?주|확인 부탁|원하시면|할지 알려|진행할지)/u,
      standing: 'leave',
    },
    {
      part: 'clause',
      pattern:
        /(?:어떻게|무엇|뭐|언제|왜|어디|어떤|누구|누가|몇|얼마)[^.]{0,60}(?:나요|까|가요|니까|죠|지요|니)\s?\??$/u,
      standing: 'supposed',
    },
    {
      part: 'after',
      pattern:
        /^(?:를|을|은|는|이|가)?\s?(?:완료)?(?:했|됐|되었|하였|드렸|었|았|한 (?:것|적)|된|냈)|^(?:은|는) (?:지난|어제|작년)|(?:했|었|았|됐)(?:습니다|어요|다|으며|고)(?!$|니)|지난주|완료되었/u,
      standing: 'past',
    },
    {
      part: 'after',
      pattern:
        /^(?:를|을)?\s?(?:하|드리|해 ?두|해 ?드리|시키)?(?:겠습니다|겠어요|게요|ㄹ게요|ㅂ니다|습니다|려고|려 합|는 중|고 있|ㄹ 예정)|^(?:를|을)?\s?(?:할게요|할 ?예정|할 ?것|할 ?계획|합니다|하여|해서|할 겁니다|할 거예요|하려|하고 ?(?:있|나서)|해 ?(?:보|드|두)|한 (?:뒤|후|다음))|^(?:니다|겠습니다|게요| 예정| 것입니다|려고|려 )|^$|^해 |^하$/u,
      standing: 'own',
    },
  ],
  order: {
    part: 'after',
    pattern:
      /^(?:를|을)?\s?(?:해|하고|하세요|하십시오|하라|하도록|하자|시켜|부탁|바랍니다|고|세요|십시오|도록|(?:어|아)?\s?(?:줘|주세요|주십시오|달라))/u,
  },
  unsure: /확실하지 않|잘 모르겠|불확실|확신(?:이|은|할 수) ?(?:없|서지)/u,
  silence: /(?:답변|회신|응답|이의|반대|답)(?:이|가)? ?(?:없으면|없을 경우|없는 경우|없다면)/u,
};
