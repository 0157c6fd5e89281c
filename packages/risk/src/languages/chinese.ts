import type { UnspacedPack } from './unspaced-pack.ts';

export const chinese: UnspacedPack = {
  name: 'chinese',
  verbs: `
delete = 删除 粉碎 清空掉 刪除 删掉 清除 抹掉 抹去 销毁 彻底删除 删 清理 移除 去掉 注销 清掉
empty = 清空
wipe = 格式化 擦除
remove = 卸载 踢出
overwrite = 覆盖 覆蓋 替换 改写 强推
transfer = 转账 轉帳 汇款 转款 打款 划拨 转入 转出
pay = 支付 付款 缴纳 结清 发放 付清 付给 代付 充值
refund = 退款 退还 返还 退回
charge = 扣款 收费 扣费 收取
buy = 购买 采购 买入 下单 订购
sell = 卖出 出售 抛售
send = 发送 寄送 发给 群发 转发 推送 发邮件 发短信 发出 寄出 发信 传给 传送
publish = 发布 發佈 公布 发表 刊登 上线 设为公开 改为公开 改成公开 变为公开
notify = 通知 告知
deploy = 部署 上线到 推到 发版
restart = 重启 重新启动 重啟
shut_down = 关机 停机 下线
stop = 停止 终止 中止 停掉
disable = 关闭 禁用 停用 关掉 取消监控
migrate = 迁移 搬迁 移动
switch = 切换 指向
scale = 扩容 缩容
merge = 合并
grant = 授予 授权 开通 赋予 分配 开放
give = 给予
share = 共享 分享
revoke = 撤销 吊销 收回
make public = 公开
export = 导出 匯出 外传
upload = 上传
download = 下载
reset = 重置 重設 初始化
change = 修改 更改 变更 调整 更新 编辑 更换
set = 设置 设定
cancel = 取消 退订 作废
dismiss = 解雇 辞退 开除
sign = 签署 签字
approve = 批准 审批
run = 执行 运行 启动 跑
restore = 恢复 还原
archive = 归档掉
block = 封禁 屏蔽 冻结
unlock = 解锁
proceed = 继续 开始 进行 动手 往下
read = 读取 阅读 查阅 读
show = 显示 展示 查看 看
search = 搜索 查找 查询 搜寻 检索
get = 获取
list = 列出 列表
check = 检查 核对 验证 测试一下
create = 创建 新建 添加 生成 编写 写 增加
draft = 起草 草拟 准备草稿
summarize = 总结 概括 汇总
explain = 解释 说明
save = 保存
answer = 回复 答复 回答
calculate = 计算
simulate = 模拟 试算 预演
translate = 翻译
assign = 分配 指派
adjust = 调整
`,
  orders: `
delete = 扔掉 丢掉 删光 删干净 清理掉 干掉 砍掉 抹除 废弃 丢弃 清干净
remove = 赶出 清退 开除出
transfer = 打给 转给 划给 打到 转到
pay = 付掉 交 缴 买单 结算 垫付
send = 甩给 丢给 交给 发到 捅给
publish = 挂到 放到网上 贴到 泄露
notify = 告诉 知会 通知到
deploy = 推到 上线 发到 更新到
shut_down = 关了 停了 拉闸
disable = 关了 停了 拆掉 绕过 跳过 解除 撤掉
grant = 开 提升 加 赋
dismiss = 炒掉 裁掉 裁员 解聘
approve = 通过 同意
change = 改成 改为 提高 降低 上调 下调 翻倍 涨 降 放宽
buy = 订 预订 租
open = 打开 放开
`,
  verbsWithAmount: '转 打 汇 付 退',
  words: `
allowlist = 白名单 许可名单
instruction = 指令 指示
assistant = 助手 助理
all = 所有 全部 整个 全体 一切 所有的 全 每个
everyone = 所有人 大家 每个人 任何人 全员
inactive = 不活跃 非活跃 休眠
old = 旧 老 过期
new = 新
local = 本地
external = 外部
internal = 内部
main = 主
test = 测试
production = 生产环境 生产 正式环境 线上环境 线上 生产系统 生产库
staging = 预发布 预发 测试环境 开发环境
customers = 客户 顾客
users = 用户 會員 会员
employees = 员工 职员
subscribers = 订阅者 订户 粉丝
supplier = 供应商 厂商
recipients = 收款人 收件人 接收人
consultant = 顾问
intern = 实习生
partner = 合作伙伴 合作方 伙伴
press release = 新闻稿
press = 媒体 记者
team = 团队 同事
records = 记录 条目
rows = 数据行 行
data = 数据 資料 资料 信息
files = 文件
folder = 文件夹 目录
table = 表 数据表
column = 列 字段
database = 数据库 資料庫
server = 服务器 主机 机器
cluster = 集群
domain = 域名
backups = 备份
archive = 归档 存档
configuration = 配置 设置项
system = 系统
firewall = 防火墙
rule = 规则
monitoring = 监控 告警
version = 版本
branch = 分支
money = 资金 钱 款项
amount = 金额 数额
currency = 币种 货币
invoice = 发票 账单
salaries = 工资 薪水 薪资 奖金
orders = 订单
account = 账户 帐户 账号
bank_account = 银行账户 银行卡 收款账户 银行账号 收款账号
subscriptions = 订阅
contract = 合同
email = 邮件 邮箱 电子邮件
newsletter = 通讯 简报
campaign = 活动 营销
message = 消息 短信 信息给
document = 文档 资料文件
access = 访问权限 访问权
rights = 权限
admin = 管理员
role = 角色
password = 密码 口令
secret = 密钥 凭证 机密
key = 钥匙
token = 令牌
cache = 缓存
build = 构建 编译
temporary = 临时
draft = 草稿
comment = 评论 注释
note = 备注 笔记
list = 列表 清单 名单
report = 报告 报表
ticket = 工单
meeting = 会议
environment = 环境
count = 数量 条数
filter = 筛选 条件
name = 姓名 名称
subject = 主题
text = 正文 内容
month = 月份
title = 标题
results = 结果
logs = 日志
application = 应用
service = 服务
vault = 保险库
certificate = 证书
shares = 股票 股份
limit = 上限
weather = 天气
city = 城市
device = 设备
project = 项目
number = 编号 号码
force = 强制
tests = 测试
audit = 审计
approval policy = 审批策略 审批规则 审批流程 审批政策 审批设置
policy = 策略 政策
request approval = 申请审批 提交审批 请求批准
command = 命令 指令
booking = 预约 预订 预定
phone = 电话 手机 手机号
address = 地址
patient = 患者 病人
preview = 预览
stock = 库存
time = 时间
query = 查询语句
statement = 语句
destination = 目标地址 目的地
status = 状态
quote = 报价
alarm = 告警 警报 报警
`,
  rules: [
    {
      part: 'before',
      pattern:
        /(?:如果|假如|若是|若(?!无)|要是|倘若|万一|假设|假使|一旦|当|怎么|如何|怎样|为什么|什么时候|何时|为何|谁|哪)/u,
      standing: 'supposed',
    },
    {
      part: 'after',
      pattern:
        /^(?:的(?:意思|方法|时候|话|后果|含义|是)|是指|意味着|之前|会(?:怎|发生|导致|有)|功能|命令)/u,
      standing: 'supposed',
    },
    {
      part: 'sentence',
      pattern:
        /(?:可以|(?<!您|你)能|要|需要|应该|行|好|对|同意|允许|准许|方便|确定|我)[^。]{0,60}吗|是否(?:要|应|需|可以|继续|同意|允许|执行|现在)|要不要|能不能|可不可以|行不行|好不好|请(?:您|你)?(?:确认|批准|授权|同意)|如果您?同意|经您?(?:同意|批准)|征得|等待?您的?(?:确认|批准|同意)|可否|能否/u,
      standing: 'leave',
    },
    {
      part: 'before',
      pattern:
        /(?:不(?:会|要|能|想|打算|应|用|必|再|得|可以)?|没有?|未|别|勿|切勿|无需|不曾|从不|绝不|而不是|并非)(?:我们?)?(?:把|将|给|对|向|任何|[^,，。]{0,6})$/u,
      standing: 'denied',
    },
    {
      part: 'before',
      pattern:
        /(?:团队|小[一-龥]|老[一-龥]|他们?|她们?|它|有人|别人|客户(?!数据|表|记录)|同事|经理|老板|公司|命令|函数|脚本|系统(?!配置)|程序|工具|部门|工程师|运维|管理员|方法|按钮|对方|供应商|[张王李赵陈刘杨黄周吴][一-龥]{1,2})(?:们)?(?:明天|后天|下周|今晚|星期.|周.|将|会|要|想|打算|计划|准备|在|可以|负责|也|已|正在|说|决定)/u,
      standing: 'other',
    },
    {
      part: 'before',
      pattern:
        /(?:已经?|曾|刚才|刚刚|昨天|前天|上周|上个月|去年|上次|之前|此前|早已|(?<!将|即将|现在)被)[^,，。]{0,12}$/u,
      standing: 'past',
    },
    {
      part: 'after',
      pattern: /^(?:了|过|完了|完成了|好了|掉了)|的是?$|^[^,，。]{0,14}(?:已完成|完毕)/u,
      standing: 'past',
    },
    {
      part: 'clause',
      pattern: /(?:什么|多少|几个|哪个|哪些|为什么|怎么|如何|何时)/u,
      standing: 'supposed',
    },
    {
      part: 'before',
      pattern:
        /(?:我们?|本人|咱们)|(?:^|[,，;；])?(?:即将|正在|准备|马上|立即|立刻|现在|将要|将|接下来|下一步|随后|打算|然后|开始|就|稍后|分钟后)[^,，。]{0,16}$/u,
      standing: 'own',
    },
    { part: 'before', pattern: /^$/u, standing: 'own' },
  ],
  order: {
    part: 'before',
    demand:
      /^(?:请|麻烦|帮我|你|去|快|现在)*(?:把|将)(?!.*(?:已|刚|昨|前天|上周|上个?月|去年|之前))/u,
    pattern:
      /(?:[把将请给向从]|帮我|帮忙|替我|全部|统一|直接|尽快)[^,，。]{0,60}$|(?:并|并且|再|之?后|然后|以及)$/u,
  },
  unsure: /不(?:太|是很|很)?确定|不清楚是|拿不准|没把握|不知道(?:这|是)/u,
  silence: /(?:如|若|如果)?(?:无|没有|没)(?:异议|回复|反对|意见|答复)|除非您?(?:反对|另有)|不回复/u,
};
