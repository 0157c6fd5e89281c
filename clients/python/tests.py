"""Holds the client to the vectors of the protocol and to the behaviours of the gate, over a real server.

tests/python-client.test.ts starts the server and this program. A line `decide ID WORD` on standard output asks for a
decision of the reviewer, and one line comes back once it is made.
"""

import json
import os
import sys
import threading
import unittest
import uuid

import countersign
from countersign import CountersignError, GateMisconfigured, NotAllowed, ToolFailed

SETUP = json.loads(os.environ["COUNTERSIGN_PYTHON_TEST"])


def decide(id, word):
    print(f"decide {id} {word}", flush=True)
    sys.stdin.readline()


def read_vectors(name):
    with open(os.path.join(SETUP["vectors"], name), encoding="utf-8") as file:
        return json.load(file)


def open_gate(**options):
    return countersign.connect(SETUP["url"], SETUP["key"], agent="python-bot", **options)


def sample(tool="wire_transfer", **more):
    return {"target": {"tool_name": tool}, "parameters": {"amount": 4200, "note": str(uuid.uuid4()), **more}}


def never(_parameters):
    raise AssertionError("this must not run")


class Vectors(unittest.TestCase):
    def test_canonical_texts_and_digests_are_the_published_ones(self):
        for row in read_vectors("canonical.json")["accepted"]:
            value = countersign.parse_strict(row["text"] if "text" in row else bytes.fromhex(row["hex"]))
            self.assertEqual(countersign.canonical(value).decode(), row["canonical"], row["why"])
            self.assertEqual(countersign.digest(value), row["digest"], row["why"])

    def test_texts_without_one_reading_are_refused_with_the_published_code(self):
        for row in read_vectors("canonical.json")["refused"]:
            with self.assertRaises(CountersignError, msg=row["why"]) as caught:
                countersign.parse_strict(row["text"] if "text" in row else bytes.fromhex(row["hex"]))
            self.assertEqual(caught.exception.code, row["code"], row["why"])

    def test_action_digests_are_the_published_ones(self):
        for row in read_vectors("digests.json")["actions"]:
            self.assertEqual(countersign.action_digest(row["action"]), row["digest"], row["why"])

    def test_a_changed_action_has_another_digest(self):
        for row in read_vectors("refusals.json")["actions"]:
            digests = {countersign.action_digest(row[each]) for each in ("approved", "attempted")}
            self.assertEqual(len(digests), 2, row["why"])

    def test_values_that_are_not_json_are_refused(self):
        for value in (float("nan"), float("inf"), -0.0, 2**53 + 1, b"bytes", {1: 2}, {"a": {1, 2}}, "\ud800"):
            with self.assertRaises(CountersignError):
                countersign.canonical(value)
        with self.assertRaises(CountersignError):
            countersign.action_digest({"target": {"tool_name": "t"}, "parameters": {"id": 2**53}})

    def test_a_key_of_low_or_mixed_order_is_not_imported(self):
        weak = (1).to_bytes(32, "little"), (2**255 - 20).to_bytes(32, "little"), bytes(32)
        for key in weak:
            jwk = {"kty": "OKP", "crv": "Ed25519", "kid": "k", "x": countersign._encode64(key)}
            self.assertEqual(countersign._import_keys([jwk]), {})


class Gate(unittest.TestCase):
    def refused(self, run):
        with self.assertRaises(NotAllowed) as caught:
            run()
        return caught.exception

    def test_an_allowed_action_runs_at_once_and_a_denied_action_does_not_run(self):
        gate = open_gate()
        self.assertEqual(gate.run(sample("read.file"), lambda _: "content"), "content")
        error = self.refused(lambda: gate.run(sample("forbidden.thing"), never))
        self.assertEqual((error.outcome, error.code, error.retry), ("denied", "policy_denied", "never"))
        self.assertIn("Do not repeat this call", error.for_model)

    def test_a_tool_waits_for_a_person_and_runs_once_with_what_was_approved(self):
        gate, runs = open_gate(), []

        def approve(facts):
            if facts["status"] == "pending":
                decide(facts["approval_request_id"], "allow")

        @gate.tool("pay", on_asked=approve)
        def pay(amount, to):
            runs.append((amount, to))
            return {"paid": amount}

        to = str(uuid.uuid4())
        self.assertEqual(pay(1, to=to), {"paid": 1})
        self.assertEqual(runs, [(1, to)])
        error = self.refused(lambda: pay(1, to=to))
        self.assertEqual((error.outcome, error.execution), ("consumed", "succeeded"))
        self.assertIn("has already run once, and it succeeded", str(error))
        self.assertEqual(len(runs), 1)

    def test_a_denied_agent_receives_the_words_of_the_reviewer(self):
        gate, action = open_gate(), sample()
        ticket = gate.request(action)
        decide(ticket.id, "deny")
        error = self.refused(lambda: ticket.wait(timeout=60))
        self.assertEqual((error.outcome, error.approval_request_id), ("denied", ticket.id))
        self.assertIn(error.reviewer_reason, str(error))
        self.refused(lambda: gate.execute(ticket, action, never))

    def test_the_same_action_and_key_give_the_same_ticket_after_a_restart(self):
        action = sample()
        first = open_gate().request(action)
        gate = open_gate()
        self.assertEqual(gate.request(action).id, first.id)
        kept = gate.ticket(first.id)
        decide(kept.id, "allow")
        kept.wait(timeout=60)
        self.assertEqual(gate.execute(kept, action, lambda _: "ran"), "ran")

    def test_a_ticket_for_one_action_does_not_run_another(self):
        gate, action = open_gate(), sample()
        ticket = gate.request(action)
        decide(ticket.id, "allow")
        other = {**action, "parameters": {**action["parameters"], "amount": 4201}}
        self.assertEqual(self.refused(lambda: gate.execute(ticket, other, never)).code, "action_digest_mismatch")
        self.assertEqual(gate.execute(ticket, action, lambda _: "ran"), "ran")

    def test_changes_of_the_caller_do_not_reach_the_tool(self):
        gate, action = open_gate(), sample()
        note = action["parameters"]["note"]

        def approve(facts):
            action["parameters"]["amount"] = 999_999
            decide(facts["approval_request_id"], "allow")

        given = gate.run(action, lambda parameters: parameters, on_asked=approve)
        self.assertEqual(given, {"amount": 4200, "note": note})

    def test_a_tool_that_throws_is_reported_as_failed_without_its_message(self):
        gate = open_gate()
        for error, said in ((ValueError("card 4111"), "the tool threw ValueError"), (ToolFailed("exit 3"), "exit 3")):
            action = sample()
            ticket = gate.request(action)
            decide(ticket.id, "allow")

            def fail(_parameters, error=error):
                raise error

            with self.assertRaises(type(error)):
                gate.execute(ticket, action, fail)
            again = self.refused(lambda: gate.run(action, never))
            self.assertEqual((again.outcome, again.execution), ("consumed", "failed"))
            facts = gate._http.call("GET", f"/v1/requests/{ticket.id}")
            self.assertEqual(facts["receipts"][1]["error"], said)

    def test_a_caller_that_stops_waiting_changes_nothing(self):
        gate = open_gate()
        ticket = gate.request(sample())
        error = self.refused(lambda: ticket.wait(timeout=0))
        self.assertEqual((error.outcome, error.retry), ("pending", "same_call"))
        gate.cancel(ticket, "not needed any more")
        self.assertEqual(ticket.outcome, "cancelled")

    def test_a_grant_that_was_altered_on_its_way_runs_nothing(self):
        action = sample()
        ticket = open_gate().request(action)
        decide(ticket.id, "allow")
        for position in (5, 200, -5):
            gate = open_gate()
            call = gate._http.call

            def altered(method, path, *rest, call=call, position=position, **more):
                answer = call(method, path, *rest, **more)
                if path.endswith("/grant"):
                    letters = list(answer["grant"])
                    letters[position] = "A" if letters[position] != "A" else "B"
                    answer["grant"] = "".join(letters)
                return answer

            gate._http.call = altered
            self.assertTrue(self.refused(lambda: gate.execute(ticket, action, never)).code.startswith("jws_"))
        keys = [{"kty": "OKP", "crv": "Ed25519", "kid": "k", "x": "A" * 43}]
        pinned = open_gate(trust={"issuer": "another", "store_id": "another", "keys": keys})
        self.assertEqual(self.refused(lambda: pinned.execute(ticket, action, never)).code, "jws_key_unknown")
        self.assertEqual(open_gate().execute(ticket, action, lambda _: "ran"), "ran")

    def test_an_answer_about_another_action_runs_nothing(self):
        gate = open_gate()
        gate.check()
        call = gate._http.call
        body = {"action": countersign._complete(sample("read.file"), "python-bot"), "audience": "python-bot"}
        first = call("POST", "/v1/requests", body, idempotency_key="another")
        gate._http.call = lambda *args, **more: first
        self.assertEqual(self.refused(lambda: gate.run(sample("read.file"), never)).code, "action_digest_mismatch")

    def test_a_withdrawn_question_is_asked_once_more_by_the_same_call(self):
        gate, action = open_gate(), sample()
        first = gate.request(action)
        gate.cancel(first, "the run was aborted")
        second = gate.request(action)
        self.assertEqual("pending", second.outcome)
        self.assertNotEqual(first.id, second.id)
        self.assertEqual(second.id, gate.request(action).id)

    def test_a_caller_that_stops_waiting_withdraws_its_question_where_it_says_so(self):
        for on_abort, outcome in (("keep", "pending"), ("cancel", "cancelled")):
            gate, action, asked = open_gate(), sample(), []
            error = self.refused(
                lambda: gate.run(action, never, timeout=0, on_abort=on_abort, on_asked=asked.append)
            )
            self.assertEqual(error.outcome, outcome)
            self.assertEqual(self.refused(lambda: gate.ticket(asked[0]["approval_request_id"]).wait(0)).outcome, outcome)
            self.assertIn("make the same call" if on_abort == "cancel" else "Make the same call", str(error))
        with self.assertRaises(CountersignError):
            open_gate().run(sample(), never, on_abort="leave")

    def test_of_many_callers_that_execute_one_ticket_at_once_exactly_one_runs_the_tool(self):
        gate, action, runs, refused = open_gate(), sample(), [], []
        ticket = gate.request(action)
        decide(ticket.id, "allow")

        def execute():
            try:
                gate.execute(ticket, action, runs.append)
            except NotAllowed as error:
                refused.append(error.outcome)

        threads = [threading.Thread(target=execute) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual((len(runs), set(refused)), (1, {"consumed"}))

    def test_a_refused_execution_says_who_refused_and_why(self):
        gate, action = open_gate(), sample()
        ticket = gate.request(action)
        decide(ticket.id, "deny")
        for run in (lambda: gate.execute(ticket, action, never), lambda: gate.begin(ticket, action)):
            error = self.refused(run)
            self.assertEqual((error.outcome, error.denied_by), ("denied", "human"))
            self.assertIn(f'Reason of the reviewer: "{error.reviewer_reason}"', str(error))
            self.assertIn("You asked for the tool", str(error))

    def test_a_session_finds_its_open_request_and_never_a_consumed_one(self):
        gate, action = open_gate(), sample()
        first = gate.request(action, session="thread-1")
        self.assertEqual(first.id, gate.request(action, session="thread-1").id)
        decide(first.id, "allow")
        self.assertEqual("ran", gate.run(action, lambda _: "ran", session="thread-1"))
        self.assertNotEqual(first.id, gate.request(action, session="thread-1").id)
        with self.assertRaises(CountersignError):
            gate.request(action, key="call-1", session="thread-1")

    def test_a_question_is_answered_at_once_and_a_refusal_is_an_answer(self):
        gate, action = open_gate(), sample()
        self.assertEqual(gate.ask(sample("read.file")).state, "allowed")
        denied = gate.ask(sample("forbidden.thing"))
        self.assertEqual((denied.state, denied.refusal.code), ("refused", "policy_denied"))
        self.assertIn("was denied and has not run", denied.for_model)
        asked = gate.ask(action, key="call-1")
        self.assertEqual((asked.state, asked.refusal), ("pending", None))
        self.assertIn("has not decided yet", asked.for_model)
        self.assertIn(asked.ticket.id, asked.url)
        decide(asked.ticket.id, "allow")
        again = gate.ask(action, key="call-1")
        self.assertEqual((again.state, again.ticket.id), ("allowed", asked.ticket.id))

    def test_a_host_begins_what_was_approved_once_and_reports_it(self):
        gate, action, diverged = open_gate(), sample(), []
        ticket = gate.ask(action).ticket
        self.assertEqual(self.refused(lambda: gate.begin(ticket, action)).outcome, "pending")
        decide(ticket.id, "allow")
        self.assertEqual(self.refused(lambda: gate.begin(ticket, sample())).code, "action_digest_mismatch")
        begun = gate.begin(ticket.id, action, on_diverged=diverged.append)
        self.assertEqual(begun.parameters, action["parameters"])
        begun.report("succeeded", result="paid", ran={"amount": 9999})
        begun.report("failed")
        self.assertEqual([each["approval_request_id"] for each in diverged], [ticket.id])
        error = self.refused(lambda: gate.begin(ticket, action))
        self.assertEqual((error.outcome, error.execution), ("consumed", "succeeded"))
        facts = gate._http.call("GET", f"/v1/requests/{ticket.id}")
        self.assertEqual(facts["receipts"][1]["final_action_digest"], diverged[0]["ran"])
        plain = gate.ask(sample("read.file"))
        self.assertEqual(self.refused(lambda: gate.begin(plain.ticket, sample())).outcome, "pending")
        with self.assertRaises(CountersignError):
            begun.report("done")

    def test_a_kept_result_is_handed_back_only_where_the_record_says_the_same(self):
        gate, action, runs = open_gate(), sample(), []

        def approve(facts):
            if facts["status"] == "pending":
                decide(facts["approval_request_id"], "allow")

        def pay(_parameters):
            runs.append(1)
            return {"paid": 1}

        for _ in range(2):
            self.assertEqual(gate.run(action, pay, on_asked=approve, keep_result=True), {"paid": 1})
        self.assertEqual(len(runs), 1)
        self.assertEqual(self.refused(lambda: gate.run(action, never)).outcome, "consumed")

        class Forged:
            def get(self, id):
                return '{"paid":2}'

            def set(self, id, text):
                raise OSError("the disk is full")

        self.assertEqual(self.refused(lambda: gate.run(action, never, keep_result=Forged())).outcome, "consumed")
        self.assertEqual(gate.run(sample(), pay, on_asked=approve, keep_result=Forged()), {"paid": 1})

    def test_the_first_call_finds_a_fault_before_anyone_is_asked(self):
        gate = countersign.connect(SETUP["url"], SETUP["key"], agent="python-bot", executor="other-executor")
        asked = []
        for run in (
            lambda: gate.run(sample(), never, on_asked=asked.append),
            lambda: gate.ask(sample()),
            lambda: gate.request(sample()),
            lambda: gate.begin("ar_" + "0" * 32, sample()),
        ):
            with self.assertRaises(GateMisconfigured) as caught:
                run()
            self.assertEqual(caught.exception.code, "audience_mismatch")
        self.assertEqual(asked, [])

    def test_faults_of_the_set_up_are_not_answers_for_a_model(self):
        open_gate().check()
        wrong = countersign.connect(SETUP["url"], "wrong-key", agent="python-bot")
        for run in (wrong.check, lambda: wrong.run(sample(), never)):
            with self.assertRaises(GateMisconfigured):
                run()
        for options in ({"executor": "other-executor"}, {"agent": "other-bot"}):
            gate = countersign.connect(SETUP["url"], SETUP["key"], **{"agent": "python-bot", **options})
            with self.assertRaises(GateMisconfigured):
                gate.check()
        for url in ("http://approvals.example.com", "ftp://localhost", "localhost:7319", "http://localhost@evil.example"):
            with self.assertRaises(GateMisconfigured):
                countersign.connect(url, "key", agent="python-bot")

    def test_the_program_of_the_how_to_page_runs(self):
        with open(SETUP["page"], encoding="utf-8") as file:
            _, program, *_ = file.read().split("```python\n")
        printed = []

        def hear(*words):
            printed.append(words)
            if words[0] == "waiting for approval:":
                decide(words[1], "allow")

        exec(program.split("```")[0], {"url": SETUP["url"], "key": SETUP["key"], "print": hear})
        self.assertEqual(printed[1:], [({"refunded": 4200},)])


if __name__ == "__main__":
    unittest.main(verbosity=2)
