"""Countersign for Python: lets an agent's actions run where policy, and the approvers it names, allow them.

One file, the standard library and nothing else. Copy it beside your program, or add its folder to your path.

    import countersign

    gate = countersign.connect("http://localhost:7319", key, agent="billing-bot")

    @gate.tool("refund")
    def refund(charge: str, amount: int):
        ...

    refund(charge="ch_1", amount=4200)  # waits, verifies, consumes, runs; raises NotAllowed otherwise

The gate computes the digest of the exact action, verifies the signed grant in this process, consumes it, runs the
function once with a copy of what was approved, and reports the outcome. Every error refuses. Python 3.9 or newer.

Not part of this client: sealed parameters, and a limit on how long a tool may run. Python cannot stop a function from
outside, so a tool sets its own timeouts.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import http.client
import inspect
import ipaddress
import json
import math
import random
import re
import ssl
import time
import unicodedata
import urllib.parse
import uuid
from datetime import datetime, timezone
from decimal import Decimal, InvalidOperation
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple

__all__ = [
    "Asked",
    "Begun",
    "CountersignError",
    "Gate",
    "GateMisconfigured",
    "NotAllowed",
    "Ticket",
    "ToolFailed",
    "action_digest",
    "canonical",
    "connect",
    "digest",
    "parse_strict",
    "verify_ed25519",
]


class CountersignError(Exception):
    """Input that the protocol cannot take. The message says what was expected."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code


class GateMisconfigured(CountersignError):
    """A fault of the set-up: the address, the key, its rights or the executor. No answer for a model."""


class ToolFailed(Exception):
    """Raised by a tool that knows how it failed. Its message goes into the receipt, so it must quote no secret."""


# --- Strict JSON and its canonical form (RFC 8785, rule AB-5) ---------------------------------------------------------

_DEPTH_MAX = 64
_SAFE_INTEGER = 2**53 - 1
_SURROGATE = re.compile("[\ud800-\udfff]")


def canonical(value: Any) -> bytes:
    """The one text of a JSON value. Refuses what cannot be written down exactly."""
    return _write(value, 0).encode("utf-8")


def digest(value: Any) -> str:
    """The digest of a JSON value, as the protocol writes it."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def parse_strict(text: "str | bytes") -> Any:
    """JSON without repairs: no duplicate keys, no number that a double does not keep, no half of a surrogate pair."""
    try:
        source = text.decode("utf-8") if isinstance(text, (bytes, bytearray)) else text
        if source.startswith("\ufeff"):
            raise CountersignError("json_bom_present", "expected no byte order mark")
        value = json.loads(
            source,
            object_pairs_hook=_unique,
            parse_int=_read_number,
            parse_float=_read_number,
            parse_constant=_no_constant,
        )
    except CountersignError:
        raise
    except RecursionError:
        raise CountersignError("json_too_deep", f"expected at most {_DEPTH_MAX} levels") from None
    except UnicodeDecodeError:
        raise CountersignError("json_utf8_malformed", "expected UTF-8") from None
    except ValueError:
        raise CountersignError("json_malformed", "expected one JSON value") from None
    _write(value, 0)
    return value


def _write(value: Any, depth: int) -> str:
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is str:
        return _write_text(value)
    if type(value) in (int, float):
        return _write_number(value)
    if depth >= _DEPTH_MAX:
        raise CountersignError("json_too_deep", f"expected at most {_DEPTH_MAX} levels")
    if type(value) in (list, tuple):
        return "[" + ",".join(_write(each, depth + 1) for each in value) + "]"
    if type(value) is dict:
        return "{" + ",".join(_write_members(value, depth + 1)) + "}"
    raise CountersignError(
        "json_value_not_plain", f"expected JSON values, found {type(value).__name__}"
    )


def _write_members(value: Mapping[str, Any], depth: int) -> Iterable[str]:
    for key in value:
        if type(key) is not str:
            raise CountersignError("json_value_not_plain", "expected every key to be text")
        if key == "__proto__":
            raise CountersignError("json_key_forbidden", "expected no key named __proto__")
    if len({unicodedata.normalize("NFC", key) for key in value}) != len(value):
        raise CountersignError("json_key_duplicate", "two keys are equal after NFC")
    # By UTF-16 code units, which differs from code points above U+FFFF.
    for key in sorted(value, key=lambda each: each.encode("utf-16-be", "surrogatepass")):
        yield f"{_write_text(key)}:{_write(value[key], depth)}"


def _write_text(text: str) -> str:
    if _SURROGATE.search(text):
        raise CountersignError("json_surrogate_lone", "expected whole characters")
    return json.dumps(text, ensure_ascii=False)


def _write_number(number: "int | float") -> str:
    value = float(number) if abs(number) < 2**1024 else math.inf
    if not math.isfinite(value) or value != number or (value == 0 and math.copysign(1, value) < 0):
        raise CountersignError("json_number_inexact", "expected a number that a double keeps")
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits)).rstrip("0")
    point = len(digits) + int(exponent)
    minus = "-" if sign else ""
    if 0 < point <= 21:
        whole = text[:point].ljust(point, "0")
        rest = text[point:]
        return minus + whole + ("." + rest if rest else "")
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{text}"
    mantissa = text[0] + ("." + text[1:] if len(text) > 1 else "")
    return f"{minus}{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def _read_number(text: str) -> "int | float":
    value = float(text)
    try:
        exact = math.isfinite(value) and Decimal(text) == Decimal(repr(value))
    except InvalidOperation:
        exact = False
    if not exact or (value == 0 and text.startswith("-")):
        raise CountersignError("json_number_inexact", "expected a number that a double keeps")
    return int(value) if value.is_integer() else value


def _unique(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise CountersignError("json_key_duplicate", "the same key stands twice")
    return members


def _no_constant(name: str) -> Any:
    raise CountersignError("json_malformed", f"{name} is not JSON")


# --- Actions ----------------------------------------------------------------------------------------------------------


def action_digest(action: Mapping[str, Any]) -> str:
    """The digest of a complete action. Absent optional members are hashed as null."""
    return digest(_complete(action, None))


def _complete(action: Mapping[str, Any], agent: Optional[str]) -> Dict[str, Any]:
    """A copy that no caller holds, with the usual in the place of what was left out."""
    given = parse_strict(canonical(action))
    target = given.get("target")
    if not isinstance(target, dict) or not isinstance(target.get("tool_name"), str):
        raise CountersignError("object_malformed", 'expected {"target": {"tool_name": ...}, "parameters": {...}}')
    whole = {
        "schema_version": given.get("schema_version", "1.0"),
        "operation": given.get("operation", "tool.invoke"),
        "agent_id": given.get("agent_id", agent),
        "subject_id": given.get("subject_id"),
        "target": {
            "tool_name": target["tool_name"],
            "tool_schema_version": target.get("tool_schema_version", "1"),
            "resource": target.get("resource"),
        },
        "parameters": given.get("parameters"),
    }
    unknown = (set(given) - set(whole)) | {f"target/{key}" for key in set(target) - set(whole["target"])}
    if unknown:
        raise CountersignError("object_malformed", f"an action has no member {sorted(unknown)[0]}")
    if not isinstance(whole["parameters"], dict):
        raise CountersignError("object_malformed", "expected parameters to be an object")
    _refuse_unsafe_integers(whole["parameters"])
    return whole


def _refuse_unsafe_integers(value: Any) -> None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if float(value).is_integer() and abs(value) > _SAFE_INTEGER:
            raise CountersignError("json_integer_unsafe", "expected integers within 2^53-1; send larger ones as text")
    elif isinstance(value, dict):
        for each in value.values():
            _refuse_unsafe_integers(each)
    elif isinstance(value, list):
        for each in value:
            _refuse_unsafe_integers(each)


# --- Ed25519 (RFC 8032), without cofactor, as the protocol demands ----------------------------------------------------

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
_Point = Tuple[int, int, int, int]
_ZERO: _Point = (0, 1, 1, 0)


def _add(one: _Point, two: _Point) -> _Point:
    a = (one[1] - one[0]) * (two[1] - two[0]) % _P
    b = (one[1] + one[0]) * (two[1] + two[0]) % _P
    c = 2 * one[3] * two[3] * _D % _P
    d = 2 * one[2] * two[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _times(scalar: int, point: _Point) -> _Point:
    result = _ZERO
    while scalar > 0:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _equal(one: _Point, two: _Point) -> bool:
    return (one[0] * two[2] - two[0] * one[2]) % _P == 0 and (one[1] * two[2] - two[1] * one[2]) % _P == 0


def _decode_point(text: bytes) -> Optional[_Point]:
    """Only canonical encodings of points on the curve."""
    number = int.from_bytes(text, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if len(text) != 32 or y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P != 0:
        x = x * _ROOT % _P
    if (x * x - square) % _P != 0 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


def _encode_point(point: _Point) -> bytes:
    inverse = pow(point[2], _P - 2, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | ((x & 1) << 255)).to_bytes(32, "little")


_BASE = _decode_point((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))


def _is_sound_key(text: bytes) -> bool:
    """Of prime order: under any other key one signature can fit two messages, or fit only for some verifiers."""
    point = _decode_point(text)
    return point is not None and not _equal(point, _ZERO) and _equal(_times(_L, point), _ZERO)


def verify_ed25519(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature fits. Never raises: anything malformed is False."""
    if len(public_key) != 32 or len(signature) != 64 or _BASE is None:
        return False
    key = _decode_point(public_key)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= _L or _equal(_times(8, key), _ZERO):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % _L
    minus = (_P - key[0], key[1], key[2], _P - key[3])
    expected = _add(_times(s, _BASE), _times(k, minus))
    return _encode_point(expected) == signature[:32] and not _equal(_times(8, expected), _ZERO)


# --- Signed grants ----------------------------------------------------------------------------------------------------

_GRANT_TYPE = "countersign-grant+jws"
_ARTIFACT_MAX = 256 * 1024
_GRANT_MEMBERS = {
    "version", "issuer", "store_id", "epoch", "audience", "grant_id", "issued_at", "expires_at", "approval_request_id",
    "approval_resolution_id", "intent_id", "action_digest", "policy_version", "approval_chain_id",
    "approval_chain_version", "final_entry_digest",
}  # fmt: skip


def _decode64(text: str) -> bytes:
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if _encode64(data) != text:
        raise ValueError("not canonical base64url")
    return data


def _encode64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _verify_artifact(jws: Any, typ: str, keys: Mapping[str, bytes]) -> Dict[str, Any]:
    """What a signed artifact says. The header is compared as a whole: nothing in it is negotiated."""
    if not isinstance(jws, str) or len(jws) > _ARTIFACT_MAX or jws.count(".") != 2:
        raise NotAllowed("jws_malformed", "expected three parts in canonical base64url")
    head, body, tail = jws.split(".")
    try:
        header, payload, signature = parse_strict(_decode64(head)), _decode64(body), _decode64(tail)
    except (ValueError, binascii.Error, CountersignError):
        raise NotAllowed("jws_malformed", "expected three parts in canonical base64url") from None
    kid = header.get("kid") if isinstance(header, dict) else None
    if not isinstance(kid, str) or head != _encode64(canonical({"alg": "EdDSA", "kid": kid, "typ": typ})):
        raise NotAllowed("jws_header_mismatch", "the header is not the one of the expected type, exactly")
    if kid not in keys:
        raise NotAllowed("jws_key_unknown", "no trusted Ed25519 key has the key id of the header")
    if not verify_ed25519(keys[kid], f"{head}.{body}".encode("ascii"), signature):
        raise NotAllowed("jws_signature_mismatch", "the signature does not fit under the named key")
    try:
        said = parse_strict(payload)
    except CountersignError:
        said = None
    if not isinstance(said, dict) or _encode64(canonical(said)) != body:
        raise NotAllowed("jws_payload_not_canonical", "expected the canonical JSON of an object")
    return said


def _import_keys(jwks: Iterable[Any]) -> Dict[str, bytes]:
    """Keys of other kinds, and weak ones, are left out: their signatures then count as unknown."""
    keys: Dict[str, bytes] = {}
    for jwk in jwks:
        if not isinstance(jwk, dict) or jwk.get("kty") != "OKP" or jwk.get("crv") != "Ed25519":
            continue
        kid, x = jwk.get("kid"), jwk.get("x")
        try:
            key = _decode64(x) if isinstance(x, str) else b""
        except (ValueError, binascii.Error):
            continue
        if isinstance(kid, str) and len(key) == 32 and _is_sound_key(key):
            keys[kid] = key
    return keys


# --- What the gate says when an action may not run --------------------------------------------------------------------

_OUTCOMES = {
    "allowed": "The action is allowed, but it has not run yet.",
    "pending": "The action has not run: a person has not decided yet.",
    "denied": "The action was denied and has not run.",
    "expired": "The action has not run: its time ran out before it could start.",
    "cancelled": "The action has not run: the request was withdrawn.",
    "amended": "The action has not run as you asked: a reviewer changed it, and only the changed action may run.",
    "revoked": "The action has not run: its approval was revoked.",
    "consumed": "The action was not started again: its approval was used before.",
    "unknown": "The approval was used, but the outcome of the action is unknown. The action may have happened.",
    "digest_mismatch": "The action has not run: it is not exactly what was approved.",
    "policy_changed": "The action has not run: the policy changed after the request was opened.",
    "chain_changed": "The action has not run: the required approvers changed after the request was opened.",
    "precondition_changed": "The action has not run: a precondition of its approval has changed.",
    "plan_blocked": "The action has not run: another step of its plan waits for a decision.",
    "plan_aborted": "The action has not run: its plan was aborted.",
    "session_on_hold": "The action has not run: the session waits until a person answers.",
    "rate_limited": "The action has not run: too many approvals were requested in a short time.",
    "no_eligible_approver": "The action has not run: no person is able to approve it.",
    "locked": "The action has not run: an operator has locked it.",
    "unavailable": "The action has not run: its permission could not be verified.",
}
_NEXT = {
    "same_call": "Make the same call later to continue. Do not work around it.",
    "new_request": "If the action is still needed, make the same call: a person is then asked once more. Do not work around it.",
    "never": "Do not repeat this call, and do not try to reach the same result by other means.",
}
_RECORDED = {
    "started": "This exact action was already started once, and its outcome is not reported yet. It was not started again.",
    "succeeded": "This exact action has already run once, and it succeeded. It was not started again.",
    "failed": "This exact action was already started once, and it failed. It was not started again.",
    "unknown": "This exact action was already started once, and its outcome is unknown. It may have happened. It was not started again.",
}
_REJECTION_GROUNDS = {
    "fix": {
        "wrong_value": "Wrong value",
        "wrong_target": "Wrong target",
        "too_broad": "Too broad",
        "missing_information": "Missing information",
    },
    "never": {
        "wrong_target": "Wrong target",
        "not_needed": "Not needed",
        "not_allowed": "Not allowed",
        "looks_manipulated": "Looks manipulated",
    },
}
# Codes that this file gives by itself: the outcome, what may follow, and a title. The server says all three for its own.
_LOCAL_CODES = {
    "policy_denied": ("denied", "never", "Policy denies this action."),
    "request_pending": ("pending", "same_call", "The request is not decided yet."),
    "request_allowed": ("allowed", "same_call", "The request was allowed."),
    "request_denied": ("denied", "never", "The request was denied."),
    "request_expired": ("expired", "new_request", "The request expired before it was decided."),
    "request_cancelled": ("cancelled", "new_request", "The request was withdrawn."),
    "request_amended": ("amended", "same_call", "A reviewer changed the action."),
    "request_sent_back": ("denied", "new_request", "An approver rejected the action and asks for a correction."),
    "rejected_for_good": ("denied", "never", "An approver rejected the action for good."),
    "policy_changed": ("policy_changed", "new_request", "The policy changed after the request was opened."),
    "chain_changed": ("chain_changed", "new_request", "The approval chain changed after the request was opened."),
    "grant_revoked": ("revoked", "new_request", "The approval was revoked."),
    "grant_expired": ("expired", "new_request", "The time to use the approval is over."),
    "grant_already_consumed": ("consumed", "never", "The approval was used before."),
    "grant_malformed": ("unavailable", "never", "The signed content is not a grant."),
    "grant_issuer_mismatch": ("unavailable", "never", "The grant was issued by another issuer."),
    "grant_binding_mismatch": ("digest_mismatch", "never", "The grant belongs to another request or resolution."),
    "action_digest_mismatch": ("digest_mismatch", "new_request", "The action about to run is not the approved one."),
    "audience_mismatch": ("unavailable", "never", "The approval is meant for another executor."),
    "store_mismatch": ("unavailable", "never", "The approval belongs to another store."),
    "jws_malformed": ("unavailable", "never", "The artifact is not a compact JWS in the exact required form."),
    "jws_header_mismatch": ("unavailable", "never", "The artifact has another type or algorithm than expected."),
    "jws_key_unknown": ("unavailable", "never", "The artifact was signed by a key that is not trusted here."),
    "jws_signature_mismatch": ("unavailable", "never", "The signature does not match the artifact."),
    "jws_payload_not_canonical": ("unavailable", "never", "The signed content is not in canonical form."),
    "execution_start_too_late": ("unknown", "never", "The executor learned too late that it may start."),
    "server_unreachable": ("unavailable", "same_call", "The server sent no answer, or an answer in an unknown form."),
}
# These say no more than the outcome does.
_SAID_BY_OUTCOME = frozenset(
    (
        "policy_denied",
        "request_pending",
        "request_allowed",
        "request_denied",
        "request_expired",
        "request_cancelled",
        "request_amended",
        "grant_revoked",
        "grant_expired",
        "grant_already_consumed",
        "execution_start_too_late",
        "execution_timed_out",
    )
)
_STATUS_CODES = {
    "pending": "request_pending",
    "allowed": "request_allowed",
    "denied": "request_denied",
    "expired": "request_expired",
    "cancelled": "request_cancelled",
    "amended": "request_amended",
    "revoked": "grant_revoked",
    "consumed": "grant_already_consumed",
}
_QUOTED_MAX = 600


_HIDDEN = ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp")


def _quoted(words: str, longest: Optional[int] = _QUOTED_MAX) -> str:
    """Words of a person or a policy, marked as such: on one line, bounded, and with nothing invisible in them."""
    cut = words if longest is None or len(words) <= longest else words[:longest] + "…"
    text = json.dumps(cut, ensure_ascii=False)
    return "".join(f"\\u{{{ord(each):x}}}" if unicodedata.category(each) in _HIDDEN else each for each in text)


class NotAllowed(Exception):
    """The action did not run, or its outcome is unknown. The message is the text for the model."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        outcome: Optional[str] = None,
        retry: Optional[str] = None,
        facts: Optional[Mapping[str, Any]] = None,
        approval_request_id: Optional[str] = None,
        tool: Optional[str] = None,
        policy_reason: Optional[str] = None,
        title: Optional[str] = None,
    ):
        known = _LOCAL_CODES.get(code, ("unavailable", "never", ""))
        self.code = code
        self.title = title or known[2]
        self.detail = detail
        self.outcome = outcome if outcome in _OUTCOMES else known[0]
        self.retry = retry if retry in _NEXT else known[1]
        self.tool = tool
        facts = facts or {}
        request = facts.get("request") or {}
        denials = [each for each in facts.get("entries", []) if each.get("decision") == "deny"]
        self.approval_request_id = facts.get("approval_request_id") or approval_request_id
        self.expires_at = request.get("expires_at")
        self.url = facts.get("url")
        self.policy_reason = policy_reason or request.get("reason") or None
        self.reviewer_reason = (denials[-1].get("reason") or None) if denials else None
        self.execution = _recorded(facts)
        self.rejection = _rejection(facts)[0] if self.outcome == "denied" else None
        self.denied_by = denials[-1].get("approver_kind") if denials else None
        successes = [each for each in facts.get("receipts", []) if each.get("outcome") == "succeeded"]
        self.result_digest = successes[0].get("result_digest") if successes else None
        super().__init__(self._for_model(facts))

    @property
    def for_model(self) -> str:
        """What was asked, what happened, why, and what may follow."""
        return str(self)

    def _for_model(self, facts: Mapping[str, Any]) -> str:
        if self.rejection is not None:
            return f"{self._asked()}\n{_rejection_text(facts)}".strip()
        sentences = (self._asked(), self._happened(), *self._why(facts), self._next(facts))
        return " ".join(each for each in sentences if each)

    def _asked(self) -> str:
        if self.tool is None and self.approval_request_id is None:
            return ""
        what = "an action" if self.tool is None else f"the tool {_quoted(self.tool)}"
        request = "" if self.approval_request_id is None else f" (request {self.approval_request_id})"
        return f"You asked for {what}{request}."

    def _happened(self) -> str:
        if self.code == "execution_start_too_late":
            return "The action has not run: its approval was used, but the answer came too late to start."
        if self.code == "execution_timed_out":
            return "The action was started and did not end in time. Its outcome is unknown. It may have happened."
        if self.outcome in ("consumed", "unknown") and self.execution is not None:
            return _RECORDED[self.execution]
        return _OUTCOMES[self.outcome]

    def _why(self, facts: Mapping[str, Any]) -> Iterable[str]:
        if self.code not in _SAID_BY_OUTCOME and self.title:
            yield self.title
        said: List[Tuple[str, Any]] = [
            ("Reason of the policy", self.policy_reason),
            ("Reason of the reviewer", self.reviewer_reason),
        ]
        if facts.get("status") == "pending":
            for asked in facts.get("questions") or []:
                if asked.get("answer") is None:
                    said.append(("A reviewer asks you, and waits for your answer", asked.get("text")))
        if facts.get("status") == "cancelled":
            said.append(("Reason of the withdrawal", (facts.get("cancelled") or {}).get("reason")))
        if self.outcome == "consumed":
            errors = [each.get("error") for each in facts.get("receipts", []) if each.get("error") is not None]
            said.append(("The tool reported", errors[0] if errors else None))
        for who, words in said:
            if isinstance(words, str) and words.strip():
                text = _quoted(words)
                yield f"{who}: {text}" + ("" if text[-2] in ".!?" else ".")

    def _next(self, facts: Mapping[str, Any]) -> str:
        if self.outcome == "consumed" and self.execution == "succeeded":
            return "Do not repeat this call: what it was for is done."
        if self.outcome == "consumed" and self.execution == "failed":
            return "Do not repeat this call. Report the failure to the person you work for."
        if self.outcome == "unknown" and self.code != "execution_start_too_late":
            return "Do not repeat this call: it could happen twice. A person must find out what happened."
        if self.code in ("precondition_changed", "tool_definition_changed") and self.retry == "same_call":
            return (
                "The same call finds this approval again, and runs only if everything is again as it was approved. "
                "A person can be asked once more after the approval has ended or was revoked. Do not work around it."
            )
        if self.outcome == "digest_mismatch" and self.retry == "new_request":
            return "What differs from the approved action needs an approval of its own. Do not work around it."
        if self.outcome == "pending" and facts:
            where = "" if self.url is None else f" at {self.url}"
            return f"An approver can decide{where} until {self.expires_at}. {_NEXT[self.retry]}"
        return _NEXT[self.retry]


def _rejection(facts: Mapping[str, Any]) -> Tuple[Optional[str], Optional[str], Mapping[str, Any]]:
    """What the approver whose no ended the request wants next: the choice, the ground, and the entry."""
    entries = facts.get("entries") or [{}]
    entry = entries[-1]
    if facts.get("status") != "denied" or entry.get("decision") != "deny":
        return None, None, entry
    choice, _, ground = str(entry.get("reason_code", "")).partition(":")
    if choice not in _REJECTION_GROUNDS:
        return None, None, entry
    return choice, _REJECTION_GROUNDS[choice].get(ground), entry


def _rejection_text(facts: Mapping[str, Any]) -> str:
    """What the agent is told about a rejection, word for word as the approver saw it before sending."""
    choice, ground, entry = _rejection(facts)
    rounds = facts.get("rounds_left") or 0
    who = "A person" if entry.get("approver_kind") == "human" else "A service"
    why = f"Reason{'' if ground is None else f' ({ground})'}: {_quoted(str(entry.get('reason', '')), None)}"
    if choice == "never":
        first = f"{who} rejected this action. Do not ask for it again, in this form or another."
        return "\n".join((first, why, "Nothing ran. This case is closed. Go on without it, or stop and say so."))
    if rounds > 0:
        first = f"{who} rejected this action and asks you to fix it."
        then = "Nothing ran. Ask again with a changed action. The same action is refused."
        return "\n".join((first, why, then, f"Rounds left in this case: {rounds}."))
    last = "Nothing ran. No round is left in this case. Go on without it, or stop and say so."
    return "\n".join((f"{who} rejected this action.", why, last))


def _recorded(facts: Mapping[str, Any]) -> Optional[str]:
    """What the record says of the execution; None where nothing was started."""
    said = [each.get("outcome") for each in facts.get("receipts", [])]
    if not said:
        return None
    for word in ("succeeded", "failed"):
        if word in said:
            return word
    return "unknown" if "unknown" in said or facts.get("outcome") == "unknown" else "started"


def _not_allowed_now(facts: Mapping[str, Any], tool: Optional[str] = None) -> NotAllowed:
    status, resolution = facts["status"], facts.get("resolution") or {}
    code = _STATUS_CODES[status]
    choice = _rejection(facts)[0]
    if choice is not None:
        code = "request_sent_back" if choice == "fix" else "rejected_for_good"
    if facts["outcome"] in ("policy_changed", "chain_changed"):
        code = facts["outcome"]
    elif status == "expired" and resolution.get("outcome") == "allow":
        code = "grant_expired"
    return NotAllowed(
        code, f"it is {status}", outcome=facts["outcome"], retry=facts["retry"], facts=facts, tool=tool
    )


# --- HTTP -------------------------------------------------------------------------------------------------------------

_TRIES_MAX = 4
_ANSWER_MAX = 8 * 2**20
_CALL_SECONDS = 10.0
_POLL_SECONDS = 25
_MISCONFIGURED = {
    "not_authenticated",
    "not_permitted",
    "host_not_allowed",
    "origin_not_allowed",
    "route_not_found",
    "method_not_allowed",
}


def _server_address(url: str, allow_plain_http: bool) -> urllib.parse.SplitResult:
    """https, or http to this very machine: an answer over plain http can be forged on the way."""
    parts = urllib.parse.urlsplit(url) if not re.search(r"[\s\\@\x00-\x20\x7f]", url) else None
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise GateMisconfigured("options_malformed", "expected the address of a server, such as https://approvals.example.com")
    if parts.scheme == "http" and not _is_loopback(parts.hostname) and not allow_plain_http:
        raise GateMisconfigured(
            "options_malformed",
            "expected https, or http to localhost; found http to another machine, where anyone on the way can answer",
        )
    return parts


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _Http:
    """Calls one server, a bounded number of times, each for a bounded time. It follows no redirect and no proxy."""

    def __init__(self, url: str, key: str, allow_plain_http: bool, timeout: float):
        self._parts = _server_address(url, allow_plain_http)
        self._key = key
        self._timeout = timeout

    def call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
        extra_seconds: float = 0.0,
    ) -> Dict[str, Any]:
        failure = NotAllowed("server_unreachable", "it was not called")
        for tries in range(_TRIES_MAX):
            if tries > 0:
                time.sleep(0.2 * 2 ** (tries - 1) * (0.5 + random.random() / 2))
            try:
                status, answer = self._once(method, path, body, idempotency_key, extra_seconds)
            except (OSError, http.client.HTTPException, CountersignError) as error:
                failure = NotAllowed("server_unreachable", error.__class__.__name__)
                continue
            if status < 300:
                return answer
            failure, again = self._refusal(status, answer)
            if not again:
                break
        raise failure

    def _once(
        self, method: str, path: str, body: Optional[Mapping[str, Any]], key: Optional[str], extra: float
    ) -> Tuple[int, Dict[str, Any]]:
        parts, timeout = self._parts, self._timeout + extra
        connection: http.client.HTTPConnection
        if parts.scheme == "https":
            connection = http.client.HTTPSConnection(
                parts.hostname or "", parts.port, timeout=timeout, context=ssl.create_default_context()
            )
        else:
            connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=timeout)
        headers = {"accept": "application/json", "authorization": f"Bearer {self._key}"}
        if body is not None:
            headers["content-type"] = "application/json"
        if key is not None:
            headers["idempotency-key"] = key
        try:
            connection.request(
                method, parts.path.rstrip("/") + path, None if body is None else canonical(body), headers
            )
            response = connection.getresponse()
            text = response.read(_ANSWER_MAX + 1)
        finally:
            connection.close()
        kind = response.headers.get_content_type()
        if len(text) > _ANSWER_MAX or kind not in ("application/json", "application/problem+json"):
            return (response.status if response.status >= 300 else 502), {}
        answer = parse_strict(text)
        return response.status, answer if isinstance(answer, dict) else {}

    @staticmethod
    def _refusal(status: int, problem: Mapping[str, Any]) -> Tuple[Exception, bool]:
        code, detail = problem.get("code"), str(problem.get("detail", ""))[:1024]
        if not isinstance(code, str):
            return NotAllowed("server_unreachable", f"status {status}"), status >= 500
        if code in _MISCONFIGURED:
            words = (problem.get("title", code), detail, problem.get("remedy", ""))
            return GateMisconfigured(code, " ".join(str(each) for each in words if each)), False
        outcome, retry = problem.get("outcome"), problem.get("retry")
        title = problem.get("title")
        refusal = NotAllowed(
            code, detail, outcome=outcome, retry=retry, title=title if isinstance(title, str) else None
        )
        return refusal, status == 503 and retry == "same_call"


# --- The gate ---------------------------------------------------------------------------------------------------------

_PLAIN_ALLOW = "pd_"


_ROUNDS_MAX = 16
_ROUND_IS_THERE = frozenset(("case_round_pending", "case_settled", "case_supersedes_mismatch"))
_CLOCK_TOLERANCE_SECONDS = 60
_RESULTS_MAX = 256
_RESULT_LENGTH_MAX = 65_536


class Ticket:
    """A question that was asked. Its id is all that must be kept to find it again, also after a restart."""

    def __init__(self, gate: "Gate", id: str, outcome: str):
        self._gate = gate
        self.id = id
        self.outcome = outcome

    @property
    def is_plain_allow(self) -> bool:
        return self.id.startswith(_PLAIN_ALLOW)

    def wait(self, timeout: Optional[float] = None) -> None:
        """Returns once the request is allowed, and raises NotAllowed for everything else. Giving up changes nothing."""
        if not self.is_plain_allow:
            self.outcome = self._gate._wait(self.id, timeout, None)["outcome"]


class Asked:
    """The answer to a question: `allowed`, `pending` or `refused`, with the text for the model."""

    def __init__(
        self, state: str, ticket: Optional[Ticket], url: Optional[str], for_model: str, refusal: Optional[NotAllowed]
    ):
        self.state = state
        self.ticket = ticket
        self.url = url
        self.for_model = for_model
        self.refusal = refusal


class Begun:
    """An action that the host may start now, once, with exactly these parameters. The host then calls `report`."""

    def __init__(
        self,
        bound: Dict[str, Any],
        send: Optional[Callable[[Mapping[str, Any]], None]],
        id: Optional[str],
        on_diverged: Optional[Callable[[Dict[str, Any]], None]] = None,
    ):
        # A copy: what the tool changes in it does not change what is reported.
        self.parameters = parse_strict(canonical(bound["parameters"]))
        self.approval_request_id = id
        self._bound = bound
        self._send = send
        self._on_diverged = on_diverged
        self._is_reported = False

    def report(self, outcome: str, *, result: Any = None, error: Optional[BaseException] = None, ran: Any = None) -> None:
        """Says how the tool ended: succeeded, failed or unknown. `ran` is what it was really given. The first call counts."""
        if outcome not in ("succeeded", "failed", "unknown"):
            raise CountersignError("object_malformed", f"expected succeeded, failed or unknown, found {outcome}")
        if self._is_reported:
            return
        self._is_reported = True
        given = self._bound["parameters"] if ran is None else ran
        try:
            final = digest({**self._bound, "parameters": given})
        except CountersignError:
            # What cannot be written down is not what was approved.
            final = digest({"unreadable": str(type(given).__name__)})
        approved = digest(self._bound)
        if final != approved and self._on_diverged is not None:
            self._on_diverged({"approval_request_id": self.approval_request_id, "approved": approved, "ran": final})
        if self._send is not None:
            said: Dict[str, Any] = {"outcome": outcome, "final_action_digest": final}
            if outcome == "succeeded":
                said.update(_result_digest(result))
            elif error is not None:
                said["error"] = _error_text(error)
            self._send(said)


class _MemoryKeeper:
    """Keeps results in this process. The oldest are forgotten."""

    def __init__(self) -> None:
        self._results: Dict[str, str] = {}

    def get(self, id: str) -> Optional[str]:
        return self._results.get(id)

    def set(self, id: str, result: str) -> None:
        self._results[id] = result
        while len(self._results) > _RESULTS_MAX:
            del self._results[next(iter(self._results))]


class Gate:
    """Asks, waits, verifies, consumes, runs and reports for one agent."""

    def __init__(self, transport: _Http, agent: str, executor: str, trust: Optional[Mapping[str, Any]]):
        self._http = transport
        self.agent = agent
        self.executor = executor
        self._pinned = trust is not None
        self._trust: Optional[Tuple[Dict[str, Any], float]] = None
        self._is_checked = False
        self._results = _MemoryKeeper()
        if trust is not None:
            self._trust = ({**trust, "keys": _import_keys(trust["keys"])}, time.monotonic())

    def tool(
        self,
        name: str,
        *,
        version: str = "1",
        subject_id: Optional[str] = None,
        resource: Optional[Callable[[Dict[str, Any]], Optional[str]]] = None,
        key: Optional[Callable[[Dict[str, Any]], str]] = None,
        **options: Any,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Decorates a function: its arguments, by name, become the parameters of the action."""

        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            signature = inspect.signature(function)

            def gated(*args: Any, **named: Any) -> Any:
                bound = signature.bind(*args, **named)
                bound.apply_defaults()
                parameters = _named_arguments(signature, bound)
                place = None if resource is None else resource(parameters)
                target = {"tool_name": name, "tool_schema_version": version, "resource": place}
                action = {"subject_id": subject_id, "target": target, "parameters": parameters}
                occasion = None if key is None else key(parameters)
                return self.run(action, lambda approved: function(**approved), key=occasion, **options)

            gated.__name__, gated.__doc__, gated.__wrapped__ = name, function.__doc__, function  # type: ignore[attr-defined]
            return gated

        return decorate

    def run(
        self,
        action: Mapping[str, Any],
        function: Callable[[Dict[str, Any]], Any],
        *,
        timeout: Optional[float] = None,
        on_asked: Optional[Callable[[Mapping[str, Any]], None]] = None,
        keep_result: Any = False,
        on_abort: str = "keep",
        **ask: Any,
    ) -> Any:
        """Asks, waits for the decision, and runs the function with the approved parameters. Raises NotAllowed.

        Where the timeout ends the wait, `on_abort="keep"` leaves the question open for the same call. `on_abort="cancel"`
        withdraws it, also when the program is interrupted, so that no person decides for a caller that is gone.

        With `keep_result` the same call, made once more, is given the result of the run that succeeded: True keeps it in
        memory, and an object with `get(id)` and `set(id, text)` keeps it where you say.
        """
        if on_abort not in ("keep", "cancel"):
            raise CountersignError("options_malformed", "expected on_abort to be keep or cancel")
        bound = _complete(action, self.agent)
        self._pass()
        answer = self._propose(bound, **ask)
        if answer["verdict"] == "allow":
            return function(bound["parameters"])
        if on_asked is not None:
            on_asked(answer)
        keeper = self._results if keep_result is True else (keep_result or None)
        id = answer["approval_request_id"]
        try:
            self._wait_or_withdraw(id, timeout, bound["target"]["tool_name"], on_abort)
            result = self._execute(id, bound, function)
        except NotAllowed as error:
            kept = None if keeper is None else _kept_result(keeper, error)
            if kept is None:
                raise
            return kept[0]
        if keeper is not None:
            _keep_result(keeper, id, result)
        return result

    def ask(self, action: Mapping[str, Any], **ask: Any) -> Asked:
        """Asks and comes back at once. A refusal is an answer here and is not raised."""
        bound = _complete(action, self.agent)
        tool = bound["target"]["tool_name"]
        self._pass()
        try:
            answer = self._propose(bound, **ask)
        except NotAllowed as error:
            return Asked("refused", None, error.url, error.for_model, error)
        if answer["verdict"] == "allow":
            ticket = Ticket(self, answer["decision"]["policy_decision_id"], "allowed")
            return Asked("allowed", ticket, None, f"You asked for the tool {_quoted(tool)}. {_OUTCOMES['allowed']}", None)
        ticket = Ticket(self, answer["approval_request_id"], answer["outcome"])
        now = _not_allowed_now(answer, tool)
        if answer["status"] in ("allowed", "pending"):
            return Asked(answer["status"], ticket, answer.get("url"), now.for_model, None)
        return Asked("refused", ticket, answer.get("url"), now.for_model, now)

    def begin(
        self,
        ticket: "Ticket | str",
        action: Mapping[str, Any],
        *,
        on_diverged: Optional[Callable[[Dict[str, Any]], None]] = None,
        **ask: Any,
    ) -> Begun:
        """Verifies and consumes what a ticket allows, for a host that starts the tool itself. Raises NotAllowed.

        From here on the host holds to what was approved (AB-3), starts at once (TM-3) and calls `report`.
        """
        bound = _complete(action, self.agent)
        self._pass()
        id = ticket if isinstance(ticket, str) else ticket.id
        if id.startswith(_PLAIN_ALLOW):
            # A ticket is a name that anyone can write; only policy itself says that no question is needed.
            answer = self._propose(bound, **ask)
            if answer["verdict"] == "allow":
                return Begun(bound, None, None, on_diverged)
            if answer["status"] != "allowed":
                raise _not_allowed_now(answer, bound["target"]["tool_name"])
            id = answer["approval_request_id"]
        return self._begin(id, bound, on_diverged)

    def request(self, action: Mapping[str, Any], **ask: Any) -> Ticket:
        """Asks and comes back at once. The same action and key find the same ticket again, also after a restart."""
        bound = _complete(action, self.agent)
        self._pass()
        answer = self._propose(bound, **ask)
        if answer["verdict"] == "allow":
            return Ticket(self, answer["decision"]["policy_decision_id"], "allowed")
        return Ticket(self, answer["approval_request_id"], answer["outcome"])

    def ticket(self, id: str) -> Ticket:
        return Ticket(self, id, "allowed" if id.startswith(_PLAIN_ALLOW) else "pending")

    def execute(self, ticket: Ticket, action: Mapping[str, Any], function: Callable[[Dict[str, Any]], Any]) -> Any:
        """Runs what a ticket allows, if `action` is that, and it has not run yet."""
        # A ticket is a name that anyone can write; only policy itself says that no question is needed.
        if ticket.is_plain_allow:
            return self.run(action, function)
        bound = _complete(action, self.agent)
        self._pass()
        return self._execute(ticket.id, bound, function)

    def cancel(self, ticket: Ticket, reason: str) -> None:
        path = f"{_request_path(ticket.id)}/cancel"
        facts = self._facts(
            self._http.call("POST", path, {"reason": reason}, idempotency_key=f"cancel:{ticket.id}"), ticket.id
        )
        ticket.outcome = facts["outcome"]

    def check(self) -> None:
        """Raises GateMisconfigured where the address, the key, its rights, the agent, the executor or the clock is wrong."""
        try:
            self._trusted(fresh=True)
            before = time.time()
            own = self._http.call("GET", "/v1/credential")
        except NotAllowed as error:
            raise GateMisconfigured(error.code, f"the server did not answer: {error.detail}") from None
        verbs, agents = own.get("verbs") or [], own.get("agent_ids") or []
        if not {"propose", "consume"} <= set(verbs):
            raise GateMisconfigured("not_permitted", f"expected a key with the verbs propose and consume, found {verbs}")
        if self.agent not in agents:
            raise GateMisconfigured("not_permitted", f"expected a key for the agent {self.agent}, found {agents}")
        if own.get("executor") != self.executor:
            found = own.get("executor")
            raise GateMisconfigured("audience_mismatch", f"expected a key of the executor {self.executor}, found {found}")
        ahead = before - _seconds(own.get("now"))
        if abs(ahead) > _CLOCK_TOLERANCE_SECONDS:
            raise GateMisconfigured("clock_ahead", f"expected the time of the server, found a clock {ahead:.0f} s ahead")
        self._is_checked = True

    def _pass(self) -> None:
        """Finds a fault of the set-up at the first call, before policy or a person is asked."""
        if self._is_checked:
            return
        try:
            self.check()
        except GateMisconfigured as error:
            # A server that does not answer is no fault of the set-up. The call itself says so.
            if error.code != "server_unreachable":
                raise

    def _propose(
        self,
        bound: Dict[str, Any],
        key: Optional[str] = None,
        context: Optional[Mapping[str, Any]] = None,
        agent_reasoning: Optional[str] = None,
        session: Optional[str] = None,
    ) -> Dict[str, Any]:
        body: Dict[str, Any] = {"action": bound, "audience": self.executor}
        if session is not None:
            if key is not None:
                raise CountersignError("options_malformed", "expected a key or a session, not both")
            # The server counts the occasions of this session, for callers without a stable name for a call.
            body["occasion"] = {"session": session}
        if context is not None:
            body["context"] = context
        if agent_reasoning is not None:
            body["agent_reasoning"] = agent_reasoning
        answer = self._ask(bound, body, key, None)
        for _ in range(_ROUNDS_MAX):
            # What ended without an execution, and may be asked again, is asked as the next round of the same case.
            if answer["verdict"] != "require_approval" or answer.get("retry") != "new_request":
                break
            answer = self._ask(bound, body, key, answer)
        return answer

    def _ask(
        self, bound: Dict[str, Any], body: Dict[str, Any], key: Optional[str], ended: Optional[Mapping[str, Any]]
    ) -> Dict[str, Any]:
        action = digest(bound)
        tool = bound["target"]["tool_name"]
        round_of = None if ended is None else ended["approval_request_id"]
        named = digest({"agent": self.agent, "action_digest": action, "key": key, "round": round_of})
        occasion = None if "occasion" in body else named
        if ended is None:
            answer = self._http.call("POST", "/v1/requests", body, idempotency_key=occasion)
        else:
            change = f"The agent asks again because the question before it was {ended.get('status')}."
            try:
                path = f"{_request_path(str(round_of))}/rounds"
                answer = self._http.call("POST", path, {**body, "change": change}, idempotency_key=occasion)
            except NotAllowed as refused:
                if refused.code not in _ROUND_IS_THERE:
                    raise
                # A process before this one has asked again already: under the same key that is the same question.
                answer = self._http.call("POST", "/v1/requests", body, idempotency_key=occasion)
        verdict = answer.get("verdict")
        asked = answer.get("request") if verdict == "require_approval" else answer.get("decision")
        if verdict not in ("allow", "deny", "require_approval") or not isinstance(asked, dict):
            raise NotAllowed("server_unreachable", "the answer does not have the agreed form", tool=tool)
        if asked.get("action_digest") != action:
            raise NotAllowed("action_digest_mismatch", f"expected {action}", tool=tool)
        if verdict == "require_approval":
            self._facts(answer, answer.get("approval_request_id"))
            if asked.get("audience") != self.executor:
                raise NotAllowed("audience_mismatch", f"expected {self.executor}", facts=answer, tool=tool)
            return answer
        if asked.get("verdict") != verdict:
            raise NotAllowed("server_unreachable", "the answer does not have the agreed form", tool=tool)
        if verdict == "deny":
            reasons = "; ".join(map(str, asked.get("reasons", [])))
            rule = f"by the rule {asked.get('policy_rule_id')}"
            raise NotAllowed("policy_denied", reasons or rule, tool=tool, policy_reason=reasons)
        return answer

    def _wait_or_withdraw(self, id: str, timeout: Optional[float], tool: str, on_abort: str) -> None:
        try:
            self._wait(id, timeout, tool)
        except BaseException as error:
            is_over = isinstance(error, NotAllowed) and error.code == "request_pending"
            if on_abort == "keep" or (isinstance(error, Exception) and not is_over):
                raise
            ticket = Ticket(self, id, "pending")
            try:
                self.cancel(ticket, "The agent stopped waiting.")
                facts = self._facts(self._http.call("GET", _request_path(id)), id)
            except (NotAllowed, CountersignError):
                # It was decided meanwhile, or could not be withdrawn: it then ends by itself.
                raise error from None
            raise (_not_allowed_now(facts, tool) if is_over else error) from None

    def _wait(self, id: str, timeout: Optional[float], tool: Optional[str]) -> Dict[str, Any]:
        begun = time.monotonic()
        facts = self._facts(self._http.call("GET", _request_path(id)), id)
        request = facts["request"]
        life = _seconds(request["expires_at"]) - _seconds(request["requested_at"])
        until = begun + (life + 30 if timeout is None else timeout)
        while facts["status"] == "pending":
            left = until - time.monotonic()
            if left <= 0:
                raise NotAllowed("request_pending", "no decision arrived while the caller waited", facts=facts, tool=tool)
            seconds = max(0, min(_POLL_SECONDS, math.ceil(left)))
            path = f"{_request_path(id)}?wait={seconds}&after={int(facts['version'])}"
            try:
                facts = self._facts(self._http.call("GET", path, extra_seconds=seconds), id)
            except NotAllowed as error:
                if error.retry != "same_call" or error.outcome != "unavailable":
                    raise
                time.sleep(min(1.0, max(0.0, until - time.monotonic())))
        if facts["status"] != "allowed":
            raise _not_allowed_now(facts, tool)
        return facts

    def _execute(self, id: str, bound: Dict[str, Any], function: Callable[[Dict[str, Any]], Any]) -> Any:
        begun = self._begin(id, bound, None)
        try:
            result = function(begun.parameters)
        except Exception as error:
            begun.report("failed", error=error)
            raise
        except BaseException:
            begun.report("unknown", error=ToolFailed("the tool was interrupted"))
            raise
        begun.report("succeeded", result=result)
        return result

    def _begin(
        self, id: str, bound: Dict[str, Any], on_diverged: Optional[Callable[[Dict[str, Any]], None]]
    ) -> Begun:
        tool = bound["target"]["tool_name"]
        jws, grant = self._grant(id, bound, tool)
        attempt = str(uuid.uuid4())
        begun = time.monotonic()
        try:
            answer = self._http.call(
                "POST",
                f"{_request_path(id)}/consume",
                {"action": bound, "grant": jws, "attempt": attempt},
                idempotency_key=f"consume:{attempt}",
            )
        except NotAllowed as refused:
            raise self._explained(id, tool, refused) from None
        facts = self._facts(answer, id)
        receipt = (facts["receipts"] or [{}])[0]
        expected = {"grant_id": grant["grant_id"], "executor": self.executor, "attempt": attempt}
        if facts["status"] != "consumed" or any(receipt.get(key) != value for key, value in expected.items()):
            raise NotAllowed("grant_already_consumed", "another attempt consumed the approval", facts=facts, tool=tool)
        # The consume happened after it was asked for, so it cannot be longer ago than the asking.
        if _seconds(receipt["consumed_at"]) + (time.monotonic() - begun) >= _seconds(receipt["start_by"]):
            self._report(id, attempt, {"outcome": "failed", "error": "it was not started"})
            raise NotAllowed("execution_start_too_late", f"expected to start before {receipt['start_by']}", tool=tool)
        return Begun(bound, lambda said: self._report(id, attempt, said), id, on_diverged)

    def _grant(self, id: str, bound: Dict[str, Any], tool: str) -> Tuple[str, Dict[str, Any]]:
        try:
            jws = self._http.call("GET", f"{_request_path(id)}/grant").get("grant")
        except NotAllowed as refused:
            raise self._explained(id, tool, refused) from None
        trusted = self._trusted()
        try:
            grant = _verify_artifact(jws, _GRANT_TYPE, trusted["keys"])
        except NotAllowed as error:
            if error.code != "jws_key_unknown" or self._pinned:
                raise
            # The server may have turned to a key that was not published when its keys were last asked for.
            trusted = self._trusted(fresh=True)
            grant = _verify_artifact(jws, _GRANT_TYPE, trusted["keys"])
        if set(grant) != _GRANT_MEMBERS or grant["version"] != "1":
            raise NotAllowed("grant_malformed", "the signed content is not a grant", tool=tool)
        for code, member, expected in (
            ("grant_issuer_mismatch", "issuer", trusted["issuer"]),
            ("store_mismatch", "store_id", trusted["store_id"]),
            ("audience_mismatch", "audience", self.executor),
            ("grant_binding_mismatch", "approval_request_id", id),
            ("action_digest_mismatch", "action_digest", digest(bound)),
        ):
            if grant[member] != expected:
                raise NotAllowed(code, f"expected {expected}", approval_request_id=id, tool=tool)
        if _seconds(grant["expires_at"]) <= time.time():
            raise NotAllowed("grant_expired", "the grant has ended", approval_request_id=id, tool=tool)
        return str(jws), grant

    def _explained(self, id: str, tool: str, refused: NotAllowed) -> NotAllowed:
        """A refusal of the server is only a code. The request itself says who refused, why, and how an earlier start ended."""
        about = {"outcome": refused.outcome, "retry": refused.retry, "title": refused.title, "tool": tool}
        try:
            facts = self._facts(self._http.call("GET", _request_path(id)), id)
        except NotAllowed:
            return NotAllowed(refused.code, refused.detail, approval_request_id=id, **about)
        now = _not_allowed_now(facts, tool)
        if facts["status"] not in ("pending", "allowed") and now.code == refused.code:
            return now
        return NotAllowed(refused.code, refused.detail, facts=facts, **about)

    def _trusted(self, fresh: bool = False) -> Dict[str, Any]:
        """The keys that were pinned, or those that the server publishes, for five minutes."""
        if self._trust is not None and (self._pinned or (not fresh and time.monotonic() - self._trust[1] < 300)):
            return self._trust[0]
        state = self._http.call("GET", "/v1/keys")
        published = self._http.call("GET", "/.well-known/jwks.json")
        now = {
            "issuer": state.get("issuer"),
            "store_id": state.get("store_id"),
            "keys": _import_keys(published.get("keys", [])),
        }
        before = self._trust
        if before is not None and any(before[0][key] != now[key] for key in ("issuer", "store_id")):
            raise NotAllowed("store_mismatch", "another server answers under this address")
        self._trust = (now, time.monotonic())
        return now

    def _report(self, id: str, attempt: str, report: Mapping[str, Any]) -> None:
        """The tool has ended, so a report that does not arrive must not make it look as if it had not."""
        try:
            body = {"attempt": attempt, **report}
            self._http.call("POST", f"{_request_path(id)}/report", body, idempotency_key=f"report:{attempt}")
        except (NotAllowed, CountersignError):
            pass

    @staticmethod
    def _facts(answer: Mapping[str, Any], id: Any) -> Dict[str, Any]:
        """One request, which is called allowed only where it is. Anything else is no answer."""
        request, status = answer.get("request"), answer.get("status")
        resolution = answer.get("resolution")
        is_one = (
            isinstance(id, str)
            and answer.get("approval_request_id") == id
            and isinstance(request, dict)
            and request.get("approval_request_id") == id
            and (resolution is None or (isinstance(resolution, dict) and resolution.get("approval_request_id") == id))
            and status in _STATUS_CODES
            and answer.get("outcome") in _OUTCOMES
            and answer.get("retry") in _NEXT
            and (status == "allowed") == (answer.get("outcome") == "allowed")
            and isinstance(answer.get("version"), int)
            and isinstance(answer.get("receipts"), list)
            and isinstance(answer.get("entries"), list)
        )
        if not is_one:
            raise NotAllowed("server_unreachable", "the answer does not have the agreed form")
        return dict(answer)


def connect(
    url: str,
    key: str,
    *,
    agent: str,
    executor: Optional[str] = None,
    trust: Optional[Mapping[str, Any]] = None,
    timeout: float = _CALL_SECONDS,
    dangerously_allow_plain_http: bool = False,
) -> Gate:
    """A gate over HTTP. `trust` pins {"issuer", "store_id", "keys"}; without it the server's published keys count."""
    http_calls = _Http(url, key, dangerously_allow_plain_http, timeout)
    return Gate(http_calls, agent, agent if executor is None else executor, trust)


def _request_path(id: str) -> str:
    return f"/v1/requests/{urllib.parse.quote(id, safe='')}"


def _named_arguments(signature: inspect.Signature, bound: inspect.BoundArguments) -> Dict[str, Any]:
    parameters: Dict[str, Any] = {}
    for name, value in bound.arguments.items():
        kind = signature.parameters[name].kind
        if kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.POSITIONAL_ONLY):
            raise CountersignError("object_malformed", f"a gated function takes named arguments; {name} has no name")
        if kind is inspect.Parameter.VAR_KEYWORD:
            parameters.update(value)
        else:
            parameters[name] = value
    return parameters


def _seconds(timestamp: Any) -> float:
    """Timestamps of the protocol have one form; anything else is no answer."""
    if not isinstance(timestamp, str) or not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", timestamp):
        raise NotAllowed("server_unreachable", "the answer does not have the agreed form")
    moment = datetime.strptime(timestamp, "%Y-%m-%dT%H:%M:%S.%fZ")
    return moment.replace(tzinfo=timezone.utc).timestamp()


def _keep_result(keeper: Any, id: str, result: Any) -> None:
    """A result that is not JSON, or too long, is not kept. The tool has succeeded, so a keeper that fails changes nothing."""
    try:
        text = canonical(result).decode("utf-8")
        if len(text) <= _RESULT_LENGTH_MAX:
            keeper.set(id, text)
    except Exception:
        pass


def _kept_result(keeper: Any, error: NotAllowed) -> Optional[Tuple[Any]]:
    """The result of an earlier run, where the record says that it succeeded and the kept text has the recorded digest."""
    if error.execution != "succeeded" or error.result_digest is None or error.approval_request_id is None:
        return None
    text = keeper.get(error.approval_request_id)
    if not isinstance(text, str) or len(text) > _RESULT_LENGTH_MAX:
        return None
    try:
        result = parse_strict(text)
        return (result,) if digest(result) == error.result_digest else None
    except CountersignError:
        return None


def _error_text(error: BaseException) -> str:
    """The class of an error and nothing of its message, which often quotes what the tool was given."""
    if isinstance(error, ToolFailed):
        return str(error)[:512]
    name = type(error).__name__
    return f"the tool threw {name}" if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,63}", name) else "the tool threw"


def _result_digest(result: Any) -> Dict[str, str]:
    """Nothing where the result is not JSON."""
    try:
        return {"result_digest": digest(result)}
    except CountersignError:
        return {}
