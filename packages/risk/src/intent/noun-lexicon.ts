/** What kind of thing a noun names, as far as it matters for what may happen to it. */
export type NounGroup =
  | 'data'
  | 'structure'
  | 'code_store'
  | 'work'
  | 'infra'
  | 'security'
  | 'gate'
  | 'money'
  | 'bank'
  | 'audience'
  | 'insider'
  | 'setting'
  | 'secret'
  | 'personal'
  | 'unknown_code'
  | 'release'
  | 'statement'
  | 'minor';

/** `noun` or `noun=type`. Plurals are made, unless the noun says it is one with a trailing `!`. */
export const nounLexicon: Readonly<Record<NounGroup, string>> = {
  data: `
    notification=messages row=rows record=records entry=records item=items user=users
    account=accounts contact=contacts file=files folder=folder directory=directory
    document=documents object=objects message=messages mail=messages email=messages
    thread=messages inbox=messages mailbox=mailbox ticket=tickets log=logs backup=backups
    snapshot=backups image=images photo=images video=files picture=images attachment=files
    member=users profile=users tenant=tenants lead=contacts subscriber=users device=devices
    session=sessions event=events meeting=meetings appointment=meetings booking=bookings
    reservation=bookings calendar=calendar page=pages wiki=pages post=posts
    comment-thread=posts product=products listing=products order=orders transaction=records
    submission=records upload=files asset=files artifact=artifacts package=packages data=data
    dataset=dataset archive=files recording=files report-history=files spreadsheet=spreadsheet
    sheet=spreadsheet workbook=spreadsheet doc=documents patient=records student=records
    employee=employees customer=customers client=customers person=users people!=users
    guest=users license=licenses seat=licenses subscription=subscriptions card=cards
    model=models checkpoint=checkpoints weight=checkpoints experiment=experiments
    dashboard=dashboards report=reports channel=channel workspace=workspace project=project
    organization=organization organisation=organization team=team site=site website=site
    history=history everything!=data everyone!=users anything!=data contents=data content=data
    drive=drive share=drive home=directory dump=files export=files job=jobs task=tasks
    workflow=workflows pipeline=pipelines crawl=data metric=metrics trace=logs blob=objects
    memo=documents contract=documents archive-folder=folder response=records survey=records
    vote=records applicant=records candidate=records shipment=orders case=records note=notes
    evidence=records visitor=records participant=records device=devices alias=records
    redirect=records coupon=records voucher=records playlist=records review=records
    rating=records download=files originals!=files duplicate=records dupe=records copy=files
    rest!=data remainder=data lot=data conversation=messages chat=messages voicemail=messages
    invoice-history=records donor=records citizen=records resident=records driver=users
    passenger=records pupil=records shopper=customers seller=customers merchant=customers
    creditor=records debtor=records policyholder=customers taxpayer=records voter=records
    registration=records signup=users draft-order=orders cart=orders basket=orders
    quote-record=records form=records answer-sheet=records feed=data stream-data=data
    portal=site storefront=site shop=site store=site webshop=site forum-thread=posts
    reply-thread=posts annotation-set=dataset label-set=dataset measurement=records
    reading-series=records sample=records scan=files x-ray=files audio=files clip=files
    track=files song=files movie=files episode=files ebook=files pdf=files csv=files zip=files
    tarball=files wal=logs binlog=logs journal=logs inventory=records stock-item=items
    sku=products catalogue=products catalog=products price-list=spreadsheet timesheet=records
    roster=records register=records registry-entry=records ledger=records transcript=documents
    minutes=documents filing=documents policy-document=documents certificate-record=records
    badge=records webhook-event=events chatbot=service bot=service knowledge-base=pages
    kb=pages faq-page=pages board=project kanban=project sprint=project epic=tickets
    story-ticket=tickets calendar-entry=meetings domain-name=dns bookmark=records
    favourite=records wishlist=records prescription=records claim=records dossier=documents
    translation=documents recycle-bin=files trash=files licence=licenses membership=records reading=records
    doubles!=records parcel=orders story=documents`,
  structure: `
    table=table column=column database=database db=database databases=database schema=schema
    index=index view=view collection=collection keyspace=database partition=partition
    constraint=constraint trigger=trigger bucket=bucket volume=volume pvc=volume disk=disk
    filesystem=disk ssd=disk raid=disk queue=queue topic=topic stream=stream
    warehouse=database tablespace=database foreign-key=constraint enum=schema migration=schema
    replica=database migrations=schema stored-procedure=schema shard=database mongo=database
    postgres=database mysql=database redis=database elasticsearch=database s3=bucket nas=disk
    index-set=index materialized-view=view sequence=schema stored-proc=schema
    function-definition=schema hypertable=table column-family=table clickhouse=database
    bigquery=database snowflake=database dynamodb=database cassandra=database mariadb=database
    sqlite=database oracle=database datastore=database datalake=database lake=database
    cache-cluster=database lun=disk array=disk partition-table=disk vault-store=database
    data-type=column datatype=column primary-key=constraint unique-constraint=constraint`,
  code_store: `
    repository=repository repo=repository branch=branches tag=tags commit=history main!=branch
    master!=branch trunk!=branch develop!=branch submodule=repository fork=repository
    remote=branch origin=branch upstream=branch git-history=history codebase=repository
    monorepo=repository git=repository release-branch=branch default-branch=branch
    commits!=history terraform-state=state state-file=state tfstate=state reflog=history
    gitlab=repository source-code=repository`,
  work: `
    change=working_tree edit=working_tree modification=working_tree stash=working_tree
    work=working_tree working-tree=working_tree worktree=working_tree checkout=working_tree
    working-copy=working_tree local-changes=working_tree uncommitted=working_tree
    unsaved=working_tree`,
  infra: `
    server=server host=host machine=host instance=instances vm=instances cluster=cluster
    node=nodes pod=pods namespace=namespace service=service container=containers
    deployment=deployment stack=stack environment=environment load-balancer=network
    balancer=network gateway=network proxy=network router=network vpc=network subnet=network
    network=network cdn=network site-to-site=network region=region zone=zone datacenter=region
    fleet=instances autoscaler=cluster ec2=instances rds=database lambda=function k8s=cluster
    kubernetes=cluster infrastructure=infrastructure infra=infrastructure resource=resources
    worker=workers replica-set=service app=service application=service api=service
    backend=service frontend=service checkout-service=service cronjob=jobs daemon=service
    system=system traffic=traffic hypervisor=host firmware=device switch=device
    certificate=certificate nodepool=nodes pool=nodes broker=service scheduler=service
    box=host hub=device broker=service ingress=network broker=service kafka=service
    nginx=service platform=service workload=service sidecar=service boxes=host
    primary=database standby=database leader=database secondary=database mailserver=server
    mail-server=server webserver=server appserver=server vm-image=instances droplet=instances
    dyno=instances autoscaling-group=instances asg=instances node-group=nodes nodegroup=nodes
    daemonset=service statefulset=service replicaset=service crd=cluster operator-pod=pods
    ingress-controller=network elb=network alb=network nlb=network nat=network
    route-table=network route=network peering=network tunnel=network vlan=network
    switch-port=network uplink=network edge=network origin-server=server cloudfront=network
    cloudflare=network terraform=infrastructure manifest=infrastructure ansible=infrastructure
    tenant-cluster=cluster mesh=network hypervisors!=host rack=host blade=host mainframe=host
    gpu=instances cell=instances controller=service job-runner=service runner=service
    message-broker=service rabbitmq=service cronjobs!=jobs supervisor=service
    scheduler-service=service endpoint-service=service lambda-function=function
    cloud-function=function server-farm=server datacentre=region data-center=region plc=device
    thermostat=device sensor=device pump=device valve=device camera=device cctv=device elevator=device crane=device boiler=device
    furnace=device conveyor=device sprinkler=device ventilator=device turnstile=device drone=device
    breaker=device hvac=device chiller=device compressor=device incubator=device centrifuge=device robot=device turbine=device
    grid=infrastructure laptop=host workstation=host desktop=host phone-fleet=device
    core-switch=device build-agent=server smoke-detector=device fire-alarm=device detector=device
    mail-relay=server relay=server filevault=encryption`,
  security: `
    mfa=mfa 2fa=mfa two-factor=mfa multi-factor=mfa sso=sso firewall=firewall port=firewall
    security-group=firewall waf=firewall role=role permission=permission privilege=role
    admin=role administrator=role superuser=role root=role owner=role editor=role
    maintainer=role collaborator=role access=access protection=branch_protection
    encryption=encryption tls=encryption ssl=encryption antivirus=protection
    authentication=authentication auth=authentication login=authentication acl=permission
    iam=role group=group scope=permission sudo=role sudoers=role administratoraccess=role
    allowlist=firewall whitelist=firewall ip=firewall cors=security link=sharing vpn=network
    bastion=network quarantine=security edr=protection captcha=authentication
    verification=authentication validation=protection selinux=protection safety=protection
    lock=protection invitation=access webauthn=mfa sandboxing=protection
    public=sharing everyone-with-link=sharing internet=firewall rights!=role ssh=firewall
    rdp=firewall inbound=firewall ingress-rule=firewall nsg=firewall rbac=role
    cluster-admin=role clusterrole=role binding=role rolebinding=role service-account=role
    principal=role trust=role trust-policy=role s3-policy=role bucket-policy=role
    public-access=sharing branch-protection=branch_protection
    required-review=branch_protection required-reviews=branch_protection
    codeowners=branch_protection signing=protection spf=protection dkim=protection
    dmarc=protection hsts=security csp=security ids=protection ips=protection siem=protection
    fraud-check=protection fraud-checks=protection fraud=protection rate-limiter=protection
    ddos=protection malware-scan=protection spam-filter=protection sandbox-mode=protection
    backdoor=access login-attempt=authentication oauth=authentication saml=authentication`,
  gate: `
    policy=policy approval=policy guard=policy gate=policy guardrail=policy hook=hook
    audit=audit audit-log=audit audit-trail=audit oversight=policy reviewer=policy
    check=policy confirmation=policy sign-off=policy safeguard=policy rule=policy limit=limit
    filter=policy hold=policy permission-check=policy interlock=policy
    kill-switch-guard=policy approval-step=policy approver=policy checks-and-balances=policy
    compliance=policy two-person=policy four-eyes=policy review-step=policy
    sign-off-step=policy watchdog=policy logging-policy=audit audit-logging=audit
    auditing=audit audit-record=audit`,
  money: `
    invoice=invoice bill=invoice payment=payment payroll=payroll salary=payroll wage=payroll
    fund=funds money!=funds balance=funds deposit=funds payout=payout cash=funds fee=payment
    price=price bonus=payroll budget=budget purchase=purchase vendor-invoice=invoice
    wallet=funds crypto=funds escrow=funds loan=funds donation=funds credit=credit
    refund=refund charge=payment ad-spend=budget stock=assets position=assets holding=assets
    treasury=funds eth=assets btc=assets bitcoin=assets share=assets equity=assets bond=assets
    debt=funds rent=payment deposit=funds retainer=payment commission=payment gift-card=funds
    reward=funds settlement=payment ad-account=budget allowance=funds stipend=payroll
    grant=funds subsidy=funds premium=payment instalment=payment installment=payment
    subscription-fee=payment royalty=payment dividend=payment interest=payment
    overpayment=payment prepayment=payment penalty=payment fine=payment toll=payment
    expense=payment voucher-payment=payment direct-debit=payment standing-order=payment
    ach=payment sepa=payment swift=payment wire-transfer=payment cheque=payment
    check-payment=payment purchase-order=purchase po=purchase order-total=payment
    token-balance=assets nft=assets coin=assets shares!=assets portfolio=assets reserve=funds
    surplus=funds proceeds!=funds tip=payment receivable=funds outstanding=funds`,
  bank: `
    iban=vendor_bank_details bank=vendor_bank_details account-number=vendor_bank_details
    routing-number=vendor_bank_details bank-details=vendor_bank_details
    payee=vendor_bank_details beneficiary=vendor_bank_details
    payout-account=vendor_bank_details payout-details=vendor_bank_details
    account-details=vendor_bank_details sort-code=vendor_bank_details
    direct-deposit=vendor_bank_details bank-account=vendor_bank_details
    bic=vendor_bank_details remittance-address=vendor_bank_details`,
  audience: `
    press=press journalist=press reporter=press media=press newspaper=press regulator=external
    lawyer=external counsel=external court=external government=external authority=external
    police=external investor=external shareholder=external board=external partner=external
    vendor=external supplier=external contractor=external competitor=external
    outsider=external public-page=social twitter=social linkedin=social facebook=social
    instagram=social reddit=social blog=social x-account=social homepage=social
    mastodon=social youtube=social social=social mailing-list=recipients recipient=recipients
    newsletter=recipients list=recipients world=social all-hands=recipients staff=recipients
    audience=recipients follower=recipients community=recipients status-page=social
    statuspage=social applicant=external prospect=external landlord=external attorney=external
    stakeholder=recipients auditor=external workforce=recipients personnel=recipients
    hacker=external forum=social app-store=social attendee=recipients parent=external
    union=external journalists!=press editor-in-chief=press outlet=press broadcaster=press
    tv=press radio=press ombudsman=external inspector=external tax-office=external
    irs=external ministry=external senator=external mayor=external agency=external
    consultant=external freelancer=external recruiter=external headhunter=external
    notary=external insurer=external insurance=external lender=external
    creditor-party=external customer-base=recipients user-base=recipients
    client-base=recipients membership-list=recipients distribution-list=recipients
    mailing=recipients fan=recipients reader=recipients viewer-base=recipients
    alumni!=recipients volunteer=recipients donor-list=recipients delegate-list=recipients
    researcher=external plaintiff=external defendant=external claimant=external
    opposing=external other-side=external whistleblower=external union-rep=external
    tiktok=social bluesky=social threads-account=social discord=social telegram-channel=social
    brand-account=social company-account=social wire-service=press newsroom=press
    buyer=external sponsor=external employer=external party=external opponent=external bidder=external`,
  insider: `
    colleague=colleague teammate=colleague me=colleague you=colleague channel=channel
    slack=channel standup=channel manager=colleague reviewer=colleague author=colleague
    assignee=colleague myself=colleague requester=colleague squad=colleague
    reporter-of-ticket=colleague`,
  setting: `
    flag=flag dns=dns a-record=dns cname=dns nameserver=dns domain=dns mx=dns setting=setting
    config=setting configuration=setting parameter-store=setting retention=backups
    alert=alerting alerting=alerting alarm=alerting monitoring=alerting logging=logging
    webhook=webhook throttle=limit quota=limit rate-limit=limit ttl=dns cron=schedule
    schedule=schedule maintenance=mode pager=alerting pagerduty=alerting autoscaling=cluster
    timeout=setting threshold=setting feature=flag toggle=flag default=setting pricing=price
    rate=setting replication=database versioning=backups telemetry=logging
    experiment-flag=flag variable-store=setting discount=price tax=price
    subscription-plan=price mode=mode kill-switch=flag killswitch=flag registry=setting
    oncall=alerting rotation=alerting apex=dns apex-record=dns zone-file=dns ns-record=dns
    txt-record=dns mx-record=dns subdomain=dns feature-flag=flag rollout-percentage=flag
    rate-limiting=limit maintenance-mode=mode read-only-mode=mode debug-mode=mode
    cors-policy=security-setting env-var=setting environment-variable=setting
    secret-rotation=setting sla=setting pricing-rule=price tax-rate=price exchange-rate=price
    discount-rule=price shipping-rate=price tariff=price commission-rate=price routing=traffic
    routing-rule=traffic redirect-rule=dns cache-rule=setting firewall-rule=firewall
    log-level=logging sampling=logging uptime-check=alerting alert-rule=alerting
    notification-rule=alerting escalation=alerting autoscale=cluster backup-schedule=backups
    retention-period=backups lifecycle-rule=backups ttl-value=dns withdrawal-limit=limit
    credit-limit=limit spending-limit=limit spend-limit=limit transfer-limit=limit
    password-length=mfa password-policy=mfa session-timeout=setting tls-version=encryption
    cipher=encryption password-rule=mfa password-requirement=mfa password-complexity=mfa`,
  secret: `
    secret=secrets credential=secrets password=secrets passwd=secrets token=secrets
    key=secrets api-key=secrets apikey=secrets private-key=secrets ssh-key=secrets
    env-file=secrets .env=secrets env=secrets keychain=secrets vault=secrets cookie=secrets
    passphrase=secrets seed-phrase=secrets keystore=secrets kubeconfig=secrets pat=secrets
    certificate-key=secrets creds!=secrets session-cookie=secrets connection-string=secrets
    bearer=secrets master-key=secrets signing-key=secrets encryption-key=secrets
    service-key=secrets access-key=secrets root-key=secrets root-credential=secrets
    client-secret=secrets access-token=secrets refresh-token=secrets session-token=secrets
    jwt=secrets pgp=secrets gpg=secrets private-keys!=secrets recovery-code=secrets
    recovery-codes!=secrets backup-code=secrets pin=secrets pem=secrets id_rsa=secrets
    dotenv=secrets .env.production=secrets tls-key=secrets`,
  personal: `
    pii=personal_data ssn=personal_data salary-list=employees salaries!=employees
    health=personal_data medical=personal_data address=personal_data
    phone-number=personal_data payslip=employees passport=personal_data cv=personal_data
    resume=personal_data hr=employees crm=customers personal=personal_data
    birthdate=personal_data diagnosis=personal_data biometrics!=personal_data
    diagnoses=personal_data userbase=users salary=employees date-of-birth=personal_data
    dob=personal_data medical-record=personal_data health-record=personal_data
    patient-record=personal_data patient-data=personal_data customer-data=customers
    user-data=users customer-list=customers client-list=customers address-book=customers
    hr-file=employees personnel-file=employees employee-file=employees payslips!=employees
    phone=personal_data fingerprint=personal_data geolocation=personal_data
    location-data=personal_data email-address=personal_data email-addresses!=personal_data
    passport-scan=personal_data tax-return=personal_data bank-statement=personal_data
    dna=personal_data genome=personal_data`,
  unknown_code: `
    script=script binary=remote_code payload=remote_code installer=remote_code
    executable=remote_code macro=remote_code exploit=remote_code shellcode=remote_code
    stranger=remote_code exe=remote_code one-liner=script oneliner=script playbook=script
    blob-script=remote_code postinstall=remote_code command=command commands=command
    cmd=command statement=command query=command sql=command installer-script=remote_code
    attachment-script=remote_code blob=remote_code dropper=remote_code
    plugin-from-web=remote_code unsigned=remote_code`,
  release: `
    release=release build=release version=release hotfix=release canary=release patch=release
    update=release rollout=release app-version=release bundle=release tag-release=release
    artifact-release=release v2=release rc=release release-candidate=release hot-fix=release
    image-tag=release docker-image=release npm=release pypi=release crate=release gem=release
    app-update=release firmware-update=release ota=release patch-release=release beta=release
    ga=release rollback-release=release v1=release v3=release`,
  statement: `
    statement=statement apology=statement announcement=statement offer=offer
    press-release=statement liability=statement notice=statement disclosure=statement
    complaint=statement tweet=statement quote-offer=offer letter=statement
    resignation=statement termination-letter=statement proposal=offer warning-letter=statement
    newsletter-issue=statement termination=statement press-statement=statement
    admission=statement breach-notice=statement breach-notification=statement
    cease-and-desist=statement lawsuit=statement settlement-offer=offer counteroffer=offer
    bid-offer=offer merger-news=statement news=statement earnings=statement guidance=statement
    obituary=statement recall-notice=statement invitation-letter=statement
    eviction-notice=statement`,
  minor: `
    line comment whitespace typo import variable paragraph sentence word heading bullet draft
    function method class parameter argument todo blank space semicolon comma print dependency
    snippet example placeholder assertion mock fixture stub prop css style stylesheet
    node_modules dist cache caches tmp temp scratch __pycache__ coverage helper warning emoji
    footnote chart graph label button icon color colour idea lid wording phrase title caption
    docstring readme changelog markdown formatting indentation newline tab bracket paren brace
    quote apostrophe hyphen prefix suffix string constant literal loop branch-condition
    conditional if-statement condition bug test tests! spec linter lint diagram slide summary
    explanation answer question suggestion recommendation outline overview sketch plan agenda
    recipe joke hint tip tutorial guide documentation docs! note-to-self reproduction repro
    benchmark profile-run plot axis legend layout margin padding font background theme logo
    hero banner footer header sidebar modal tooltip dropdown form-field type typing interface
    signature decorator annotation module file-header shebang license-header copyright
    unit-test second-paragraph section chapter appendix citation reference hyperlink anchor
    image-alt figure headline subject-line greeting salutation hand coffee meeting-notes pace
    topic-sentence mention ball hat sugar onion pot pan oven dish lawn fork-in-road name
    names! .venv venv target build-output lockfile .cache pyc pycache .next build-folder
    build-directory sandbox playground localhost regex regexp expression pattern stack-trace
    backtrace breakpoint watch debugger console.log print-statement log-statement debug
    suffixes callback closure generator iterator promise component widget page-title wireframe
    mockup prototype demo draft-pr case-name subclass enum-value field-name getter setter
    eslint prettier nit nitpick duplication boilerplate leftover statement-separator semicolon
    import-order imports! clause hyphenation spelling grammar tone style-guide acronym
    abbreviation parentheses cell-border formula-typo unit-label rounding reminder timer
    alarm-clock clock weather time minute hour day moment night breath while pull-request pr
    mr feature-branch feedback todo-list checklist bullet-list spacing alignment pixel
    padding-top variant slug capitalisation capitalization casing log-viewer dependency-list
    chart-type sandbox-db screenshot note notebook diff stacktrace log-line error-message
    percentage percentages! decimal number numbers! unit todo-item fixtures! test-fixture
    test-data seed-data sample-data dummy-data dev-dependency dependencies! changelog-entry
    typo-fix whitespace-fix table-of-contents contents-page bibliography glossary footnotes!
    poem essay blog-draft rhyme verse stanza melody dinner lunch breakfast bike car garden
    header-row aspect-ratio dark-mode light-mode meeting-room virtual-environment virtualenv my-alarm
    my-reminder my-edit my-note my-notes my-timer my-desk my-seat my-editor my-playlist my-theme
    kitchen sofa lamp chair plant`,
};
