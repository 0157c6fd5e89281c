/** What keeps people and data safe, by the words in the name of a setting. */
export const protections: ReadonlySet<string> = new Set(
  `mfa totp otp 2fa twofactor factor protection protected encryption encrypted ssl tls verification verify logging audit auditing
  retention deletion_protection versioning waf firewall approval approvals review reviews reviewers signature signatures signed
  guardrail guardrails moderation csrf cors captcha validation authentication auth authorization checks integrity antivirus
  scanning scan policy enforce enforcement restrict restriction restrictions lock locked hold password sso alerts alerting
  detection monitoring backup backups secure security safe protect require required hsts quarantine dlp ratelimit throttle throttling admins killswitch
  safety safeguard safeguards interlock failsafe door doors garage alarm guardduty securityhub macie crowdstrike falcon snyk dependabot codeql falco suricata fail2ban clamav defender edr
  confirmation waiting branch_protection sandboxing isolation telemetry tracing recording observability fraud`.split(
    /\s+/,
  ),
);

/** How long something is kept. */
export const lifetimes: ReadonlySet<string> = new Set([
  'retention',
  'retain',
  'expiration',
  'lifecycle',
]);
