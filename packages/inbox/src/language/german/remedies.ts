import type { RefusalsText } from '../english/refusals.ts';

export const remedies: RefusalsText = {
  not_authenticated: 'Melden Sie sich an.',
  session_expired: 'Melden Sie sich erneut an.',
  session_key_missing: 'Melden Sie sich auf einer Seite dieses Servers erneut an.',
  session_proof_missing:
    'Melden Sie sich erneut an. Der Schlüssel der Sitzung ist nicht mehr in diesem Browser.',
  session_proof_mismatch:
    'Öffnen Sie die Seite unter der eingerichteten Adresse und melden Sie sich erneut an.',
  session_proof_expired: 'Versuchen Sie es noch einmal, und prüfen Sie die Uhr dieses Geräts.',
  session_proof_used: 'Versuchen Sie es noch einmal.',
  step_up_missing: 'Bestätigen Sie mit einem Passkey oder melden Sie sich erneut an.',
  not_permitted: 'Fragen Sie jemanden mit der nötigen Rolle.',
  actor_not_permitted:
    'Zurückziehen dürfen der Antragsteller, die betroffene Person und Betreiber; widerrufen dürfen Betreiber und Entscheider der Kette.',
  values_not_visible:
    'Fragen Sie einen Entscheider der Anfrage, den Eigentümer des Agenten oder einen Prüfer.',
  person_not_found: 'Sehen Sie in der Liste der Personen nach.',
  person_already_added: 'Ändern Sie stattdessen die Person.',
  person_email_taken: 'Melden Sie sich als diese Person an und verbinden Sie das Konto dort.',
  person_not_admitted:
    'Bitten Sie einen Betreiber um eine Einladung und verbinden Sie dann das Konto.',
  person_inactive: 'Fragen Sie einen Betreiber.',
  operator_missing: 'Machen Sie zuerst eine andere Person zum Betreiber.',
  credential_not_found: 'Sehen Sie in der Liste der Zugänge nach.',
  credential_already_registered: 'Benutzen Sie ihn oder tragen Sie einen anderen ein.',
  credential_not_permitted:
    'Trennen Sie die Rechte zum Anfragen und Ausführen vom Recht zu entscheiden.',
  subject_not_permitted:
    'Bitten Sie einen Betreiber um einen Schlüssel, der die Person nennt, oder lassen Sie die Person weg.',
  key_not_found: 'Sehen Sie in der Liste der Schlüssel nach.',
  invitation_not_valid: 'Bitten Sie einen Betreiber um einen neuen.',
  terminal_sign_in_not_found:
    'Vergleichen Sie den Code mit dem im Terminal oder beginnen Sie die Anmeldung dort neu.',
  terminal_sign_in_expired: 'Beginnen Sie im Terminal neu.',
  terminal_sign_in_refused:
    'Beginnen Sie im Terminal neu und bestätigen Sie mit dem richtigen Konto.',
  terminal_sign_in_used: 'Beginnen Sie im Terminal eine neue Anmeldung.',
  terminal_too_weak:
    'Entscheiden Sie im Browser mit einem Passkey. Ablehnen können Sie auch im Terminal.',
  dead_letter_not_found: 'Sehen Sie in der Liste nach.',
  nothing_counted: 'Prüfen Sie die Schreibweise von Agent und Werkzeug.',
  parameter_malformed: 'Öffnen Sie die Seite über das Menü.',
  object_malformed: 'Berichtigen Sie die genannten Felder.',
  body_too_large: 'Senden Sie weniger.',
  call_too_slow: 'Versuchen Sie es über eine schnellere Verbindung noch einmal.',
  server_stopping: 'Versuchen Sie es gleich noch einmal.',
  internal_error:
    'Versuchen Sie es noch einmal. Bleibt der Fehler, melden Sie ihn mit der Nummer der Anfrage.',
  store_unavailable:
    'Versuchen Sie es noch einmal. Bleibt der Fehler, muss die Datenbank geprüft werden.',
  store_unusable: 'Sagen Sie es dem Betreiber. Bis dahin läuft nichts.',
  commit_contended: 'Versuchen Sie es noch einmal.',
  clock_regressed: 'Sagen Sie es dem Betreiber: Die Uhr muss gestellt werden.',
  clock_ahead: 'Sagen Sie es dem Betreiber: Die Uhr muss gestellt werden.',
  policy_unavailable: 'Sagen Sie es dem Betreiber: Die Richtlinie muss berichtigt werden.',
  reason_missing: 'Geben Sie einen Grund an.',
  entry_reason_missing: 'Geben Sie einen Grund an. Der Agent liest ihn.',
  entry_conflict: 'Laden Sie die Seite neu und entscheiden Sie noch einmal.',
  assertion_missing: 'Entscheiden Sie noch einmal mit dem Passkey.',
  assertion_malformed: 'Entscheiden Sie noch einmal.',
  assertion_challenge_mismatch:
    'Laden Sie die Anfrage neu und entscheiden Sie über das, was sie jetzt zeigt.',
  assertion_origin_mismatch: 'Entscheiden Sie unter der eingerichteten Adresse dieses Servers.',
  assertion_cross_origin: 'Entscheiden Sie auf der Seite selbst, nicht in einem Rahmen.',
  assertion_user_not_present: 'Entscheiden Sie noch einmal und berühren Sie den Schlüssel.',
  assertion_user_not_verified: 'Entscheiden Sie noch einmal mit PIN oder Biometrie.',
  assertion_credential_unknown:
    'Tragen Sie den Passkey zuerst ein oder benutzen Sie einen eingetragenen.',
  assertion_signature_mismatch:
    'Entscheiden Sie noch einmal. Wiederholt es sich, wurde die Antwort unterwegs verändert.',
  request_not_found: 'Prüfen Sie die Nummer der Anfrage.',
  request_amended: 'Öffnen Sie die Anfrage, die an die Stelle dieser getreten ist.',
  request_sent_back: 'Der Agent fragt mit der Korrektur neu.',
  approver_not_eligible: 'Jemand, den die Stufe nennt, muss entscheiden.',
  approver_not_independent: 'Eine andere Person muss entscheiden.',
  approver_kind_not_permitted: 'Ein Entscheider der verlangten Art muss entscheiden.',
  approver_assurance_too_low: 'Melden Sie sich so an, wie die Stufe es verlangt.',
  approver_left: 'Fragen Sie neu. Wer jetzt entscheiden darf, muss freigeben.',
  chain_changed: 'Die Aktion muss neu gefragt werden.',
  epoch_changed: 'Die Aktion muss neu gefragt werden.',
  locked: 'Ein Betreiber hebt die Sperre auf. Danach muss neu gefragt werden.',
  lock_not_found: 'Sehen Sie in der Liste der Sperren nach.',
  house_request_required: 'Beantragen Sie die Änderung; sie gilt, sobald sie freigegeben ist.',
  house_change_outdated: 'Beantragen Sie die Änderung neu.',
  amendment_not_permitted:
    'Ändern Sie nur, was die Regel nennt, oder geben Sie die Aktion frei, wie sie ist, oder lehnen Sie ab.',
  amendment_changes_nothing:
    'Ändern Sie mindestens einen Parameter oder entscheiden Sie die Anfrage, wie sie ist.',
  amendment_type_changed: 'Behalten Sie jeden Wert an seinem Platz und seinen Typ.',
  amendment_seal_changed: 'Lassen Sie versiegelte Werte, wie und wo sie sind.',
  amendment_measured: 'Lehnen Sie ab und sagen Sie, was sich ändern soll.',
  amendment_already_asked: 'Entscheiden Sie jene und lehnen Sie diese ab.',
  amendments_exhausted: 'Geben Sie die Aktion frei, wie sie ist, oder lehnen Sie sie ab.',
  question_not_found: 'Laden Sie die Anfrage neu.',
  question_answered: 'Entscheiden Sie, oder stellen Sie eine andere Frage.',
  batch_rows_differ:
    'Wählen Sie höchstens 50 Anfragen eines Agenten, eines Werkzeugs und einer Stufe.',
  batch_row_stale: 'Nehmen Sie die genannte Zeile heraus und unterschreiben Sie noch einmal.',
  batch_row_alone: 'Nehmen Sie die genannte Zeile heraus und öffnen Sie sie einzeln.',
  batch_incomplete: 'Unterschreiben Sie noch einmal.',
  allowance_not_found: 'Sehen Sie in der Liste der Erlaubnisse nach.',
  allowance_not_admitted: 'Entscheiden Sie jede Anfrage einzeln.',
  allowance_not_covering: 'Nichts ist zu tun: Die Aktion wird wie jede andere gefragt.',
  allowance_active: 'Nichts ist zu bestätigen: Setzen Sie sie zuerst aus, oder lassen Sie sie.',
  allowance_suspended: 'Lassen Sie sie von den Personen der Kette erneut bestätigen.',
  allowance_revoked: 'Die Aktion wird wie jede andere gefragt.',
  allowance_expired: 'Machen Sie aus einer Anfrage eine neue.',
  allowance_path_repeated: 'Geben Sie jedem Pfad eine Zeile und nennen Sie jeden Wert einmal.',
  allowance_paths_overlap: 'Behalten Sie den äußeren oder die inneren, nicht beide.',
  allowance_path_missing: 'Nennen Sie nur Werte dieser Aktion.',
  allowance_member_uncovered: 'Geben Sie jedem Wert eine Zeile.',
  allowance_line_not_met:
    'Erweitern Sie die Zeile, oder legen Sie sie auf den Wert der Aktion fest.',
  allowance_range_impossible: 'Der untere Wert darf nicht über dem oberen liegen.',
  allowance_number_expected: 'Nehmen Sie für eine Zahl, die als Text steht, genau oder eines von.',
  allowance_types_mixed: 'Nennen Sie Werte eines Typs, wie in der Aktion.',
  allowance_values_alike: 'Behalten Sie einen davon und prüfen Sie seine Buchstaben.',
  allowance_any_not_permitted: 'Legen Sie den Wert fest.',
  allowance_value_sealed: 'Lassen Sie ihn festgelegt.',
  allowance_path_not_real: 'Legen Sie den Pfad fest.',
  allowance_text_not_normal:
    'Schreiben Sie ganze Abschnitte in Kleinbuchstaben, ohne Punkte, Escapes und Abfragen.',
  allowance_limit_too_high: 'Senken Sie Nutzungen, Rate oder Dauer.',
  allowance_budget_unsound:
    'Begrenzen Sie den Betrag, legen Sie die Währung fest und nehmen Sie Zahlen über null.',
  allowances_exhausted: 'Widerrufen Sie eine davon, oder machen Sie eine, die mehr abdeckt.',
  allowance_rejected_meanwhile:
    'Sehen Sie die Ablehnung an und fragen Sie neu, wenn sie noch richtig ist.',
  hold_not_found: 'Prüfen Sie die Adresse.',
  hold_already_answered: 'Nichts ist zu tun.',
  hold_expired: 'Nichts ist zu tun: Der Agent hält an.',
  guard_not_found: 'Richten Sie den Wächter auf jenem Rechner ein und prüfen Sie ihn dort.',
  samples_waiting: 'Entscheiden Sie eine davon und senden Sie dann eine neue.',
  sample_without_approval: 'Laden Sie eine Richtlinie, die nach payments.wire fragt.',
  endpoint_refused:
    'Nehmen Sie eine öffentliche https-Adresse oder bitten Sie den Betreiber, diese zu erlauben.',
};
