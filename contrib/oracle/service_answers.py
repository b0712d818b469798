#!/usr/bin/env python3
"""Writes Tests/DeliveryTests/Vectors/service-answers.jsonl: answers of every service, each with what it means for a delivery, from the services' documentation.

An answer is (status, headers, body, outcome[, least wait[, longest wait]]): `delivered`, `retry`, `rejected`, `gone`, or `not
delivered` where the documentation leaves open which no it is. Waits are seconds and only hold for `retry`.
"""
import datetime
import json
import pathlib
from zoneinfo import ZoneInfo

# The moment of every vector.
NOW = datetime.datetime(2026, 9, 20, 8, 50, tzinfo=ZoneInfo("Asia/Shanghai"))

PORTAL = "<!DOCTYPE html><html><head><title>Log in to Wi-Fi</title></head><body></body></html>"
HAPROXY = "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>"
PROXY = "<html><head><title>Service Temporarily Unavailable</title></head><body>nginx</body></html>"


def until(zone):
    """Seconds to the next midnight of a zone."""
    local = NOW.astimezone(ZoneInfo(zone))
    midnight = (local + datetime.timedelta(days=1)).replace(hour=0, minute=0, second=0)
    return int((midnight - local).total_seconds())


def body(**members):
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))


def statuses(outcome, *codes, text=""):
    return [(code, {}, text, outcome) for code in codes]


def busy():
    """What every HTTP service may say when it, or what stands before it, is overloaded (RFC 9110; RFC 6585)."""
    return [
        *statuses("retry", 500, 502, 503, 504, text="upstream"),
        (503, {}, PROXY, "retry"),
        (503, {"Retry-After": "120"}, PROXY, "retry", 120, 600),
        (502, {"Retry-After": "Sun, 20 Sep 2026 00:52:00 GMT"}, PROXY, "retry", 120, 600),
    ]


def limited():
    return [
        (429, {}, "", "retry"),
        (429, {"Retry-After": "30"}, "", "retry", 30, 30),
        (429, {"Retry-After": "1.5"}, "", "retry", 1.5, 2),
    ]


def stranger():
    """A 200 that is not the service's."""
    return [(200, {"Content-Type": "text/html"}, PORTAL, "retry")]


def not_json():
    return [*stranger(), (200, {}, "", "retry"), (200, {}, "{}", "retry"), (200, {}, "[]", "retry"),
            (200, {}, "null", "retry"), (200, {}, '{"', "retry"), (200, {}, "ok", "retry")]


def dingtalk():
    no = {310000: "keywords not in content", 300005: "token is not exist", 300001: "token is not exist", 400101: "access_token不存在",
          400102: "机器人已停用", 400013: "群已被解散", 400106: "机器人不存在", 400105: "不支持的消息类型", 40035: "缺少参数 json", 43004: "无效的HTTP HEADER Content-Type",
          43002: "require POST method"}
    return [
        (200, {}, body(errcode=0, errmsg="ok"), "delivered"),
        (200, {}, body(errcode=-1, errmsg="系统繁忙"), "retry"),
        (200, {}, body(errcode=130101, errmsg="send too fast, exceed 20 times per minute"), "retry", 60, 600),
        (200, {}, body(errcode=410100, errmsg="发送速度太快而限流"), "retry", 60, 600),
        (200, {}, body(errcode=88, errmsg="send too fast, exceed 20 times per minute"), "retry", 60, 600),
        *[(200, {}, body(errcode=code, errmsg=text), "rejected") for code, text in no.items()],
        (200, {}, body(errcode=310000, errmsg="description:机器人发送签名不匹配；solution:请确认签名和生成签名的时间戳必须都放在调用的网址中"),
         "rejected"),
        *limited(), *busy(), *not_json(),
    ]


def feishu():
    return [
        (200, {}, body(code=0, msg="success", data={}), "delivered"),
        (200, {}, body(StatusCode=0, StatusMessage="success", code=0, data={}, msg="success"), "delivered"),
        (200, {}, body(code=11232, msg="frequency limited psm"), "retry"),
        (200, {}, body(code=9499, msg="too many request"), "retry"),
        (400, {}, body(code=9499, msg="too many request"), "retry"),
        (200, {}, body(code=9499, msg="Bad Request", data={}), "rejected"),
        (400, {}, body(code=9499, msg="Bad Request", data={}), "rejected"),
        (200, {}, body(StatusCode=0, StatusMessage="success", code=19024, msg="Key Words Not Found"), "rejected"),
        (200, {}, body(code=19021, msg="sign match fail or timestamp is not within one hour from current time"), "rejected"),
        *[(200, {}, body(code=code, msg="no"), "rejected") for code in (19001, 19002, 19007, 19022, 19024)],
        *limited(), *busy(), *not_json(),
    ]


def wecom():
    return [
        (200, {}, body(errcode=0, errmsg="ok"), "delivered"),
        (200, {}, body(errcode=45009, errmsg="api freq out of limit, hint: [1]"), "retry", 60, 600),
        (200, {}, body(errcode=-1, errmsg="system busy"), "retry"),
        (200, {}, body(errcode=93000, errmsg="invalid webhook url, hint: [1]"), "rejected"),
        (200, {}, body(errcode=40058, errmsg="markdown.content exceed max length 4096"), "rejected"),
        (200, {}, body(errcode=44004, errmsg="content is empty"), "rejected"),
        *limited(), *busy(), *not_json(),
    ]


def slack():
    no = {400: ["invalid_payload", "no_text", "too_many_attachments", "user_not_found", "posting_to_general_channel_denied"],
          403: ["action_prohibited", "invalid_token"],
          404: ["channel_not_found", "no_service", "no_active_hooks", "no_team"]}
    return [
        (200, {}, "ok", "delivered"),
        (429, {"Retry-After": "30"}, body(retry_after=30, ok=False, error="rate_limited"), "retry", 30, 30),
        (500, {}, "rollup_error", "retry"),
        *[(status, {}, text, "rejected") for status, texts in no.items() for text in texts],
        (410, {}, "channel_is_archived", "gone"),
        *limited(), *busy(), *stranger(),
    ]


def discord():
    return [
        (204, {}, "", "delivered"),
        (200, {}, body(id="1234567890", type=0, content="x", channel_id="1"), "delivered"),
        (429, {"Retry-After": "65", "X-RateLimit-Scope": "user"},
         body(message="You are being rate limited.", retry_after=64.57, **{"global": False}), "retry", 64.57, 65),
        (429, {}, body(message="You are being rate limited.", retry_after=64.57, **{"global": True}), "retry", 64.57, 65),
        (400, {}, body(code=50035, message="Invalid Form Body", errors={}), "rejected"),
        (400, {}, body(code=50006, message="Cannot send an empty message"), "rejected"),
        (401, {}, body(code=50027, message="Invalid Webhook Token"), "rejected"),
        *statuses("rejected", 403),
        (404, {}, body(code=10015, message="Unknown Webhook"), "gone"),
        (404, {}, body(code=10003, message="Unknown Channel"), "rejected"),
        *limited(), *busy(), *not_json(),
    ]


def telegram():
    def no(code, text, **more):
        return (code, {}, body(ok=False, error_code=code, description=text, **more), "rejected")

    def wait(seconds):
        return body(ok=False, error_code=429, description=f"Too Many Requests: retry after {seconds}",
                    parameters={"retry_after": seconds})

    return [
        (200, {}, body(ok=True, result={"message_id": 1}), "delivered"),
        (429, {}, wait(35), "retry", 35, 35),
        (429, {}, wait(7200), "retry", 3600, 7200),
        no(400, "Bad Request: chat not found"), no(400, "Bad Request: can't parse entities: Character '-' is reserved"),
        no(400, "Bad Request: message is too long"), no(400, "Bad Request: message text is empty"),
        no(401, "Unauthorized"), no(403, "Forbidden: bot was blocked by the user"),
        no(403, "Forbidden: bot was kicked from the supergroup chat"), no(404, "Not Found"),
        (502, {}, body(ok=False, error_code=502, description="Bad Gateway"), "retry"),
        *limited(), *busy(), *not_json(),
    ]


def teams():
    old = "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId tcid=0"
    return [
        (202, {}, "", "delivered"), (200, {}, "", "delivered"), (200, {}, old, "retry"),
        *statuses("rejected", 400, 401, 403, 404, 413),
        (400, {}, body(error={"code": "TriggerInputSchemaMismatch", "message": "Invalid type."}), "rejected"),
        *limited(), *busy(), *stranger(),
    ]


def google_chat():
    def no(code, status, outcome):
        return (code, {}, body(error={"code": code, "message": "no", "status": status}), outcome)

    return [
        (200, {}, body(name="spaces/A/messages/B", text="x"), "delivered"),
        no(429, "RESOURCE_EXHAUSTED", "retry"), no(503, "UNAVAILABLE", "retry"), no(500, "INTERNAL", "retry"),
        no(400, "INVALID_ARGUMENT", "rejected"), no(401, "UNAUTHENTICATED", "rejected"),
        no(403, "PERMISSION_DENIED", "rejected"), no(404, "NOT_FOUND", "rejected"),
        *limited(), *busy(), *not_json(),
    ]


def mattermost():
    def no(code, name):
        return (code, {}, body(id=name, message="no", detailed_error="", request_id="1", status_code=code), "rejected")

    return [
        (200, {}, "ok", "delivered"),
        no(400, "web.incoming_webhook.text.app_error"), no(400, "web.incoming_webhook.channel.app_error"),
        no(401, "api.context.session_expired.app_error"), no(403, "web.incoming_webhook.channel_locked.app_error"),
        no(404, "web.incoming_webhook.invalid.app_error"), no(501, "web.incoming_webhook.disabled.app_error"),
        (500, {}, body(id="web.incoming_webhook.app_error", message="no", status_code=500), "retry"),
        *limited(), *busy(), *stranger(),
    ]


def rocketchat():
    return [
        (200, {}, body(success=True), "delivered"),
        (200, {}, body(success=False, error="no"), "not delivered"),
        (503, {}, HAPROXY, "retry"),
        (400, {}, body(success=False, error="Invalid integration id or token provided."), "rejected"),
        (404, {}, body(success=False, error="Invalid integration id or token provided."), "rejected"),
        (503, {}, "Service Unavailable", "rejected"), (503, {}, '"Service Unavailable"', "rejected"),
        *limited(), *busy(), *not_json(),
    ]


def matrix():
    def no(status, code, outcome="rejected", **more):
        return (status, {}, body(errcode=code, error="no", **more), outcome)

    return [
        (200, {}, body(event_id="$YUwRidLecu:example.org"), "delivered"),
        (429, {}, body(errcode="M_LIMIT_EXCEEDED", error="slow down", retry_after_ms=2500), "retry", 2.5, 3),
        (429, {"Retry-After": "7"}, body(errcode="M_LIMIT_EXCEEDED", error="slow down", retry_after_ms=2500), "retry", 7, 7),
        no(400, "M_BAD_JSON"), no(400, "M_NOT_JSON"), no(401, "M_UNKNOWN_TOKEN"), no(401, "M_MISSING_TOKEN"),
        no(403, "M_FORBIDDEN"), no(404, "M_NOT_FOUND"), no(413, "M_TOO_LARGE"),
        *limited(), *busy(), *not_json(),
    ]


def ntfy():
    def no(code, outcome="rejected", *waits):
        status = code // 100
        return (status, {}, body(code=code, http=status, error="no", link="https://ntfy.sh/docs"), outcome, *waits)

    return [
        (200, {}, body(id="hwQ2YpKdmg", time=1635528741, event="message", topic="t", message="x"), "delivered"),
        no(42901, "retry", 5, 60), no(42908, "retry", until("UTC"), until("UTC") + 3600), no(42902, "retry"), no(42905, "retry"),
        no(42909, "retry"),
        no(40001), no(40009), no(40024), no(40101), no(40301), no(40401), no(41301), no(41303), no(50701),
        *limited(), *busy(), *not_json(),
    ]


def gotify():
    def no(code, text):
        return (code, {}, body(error=text, errorCode=code, errorDescription="no"), "rejected")

    return [
        (200, {}, body(id=25, appid=5, message="x", title="y", priority=5), "delivered"),
        no(400, "Bad Request"), no(401, "Unauthorized"), no(403, "Forbidden"),
        *busy(), *not_json(),
    ]


def bark():
    def answer(code, text, outcome, status=None):
        return (status or code, {}, body(code=code, message=text, timestamp=1635528741), outcome)

    return [
        answer(200, "success", "delivered"),
        answer(500, "push failed: EOF", "retry"), answer(500, "push failed: InternalServerError", "retry"),
        answer(500, "push failed: PayloadTooLarge", "rejected"),
        answer(400, "device key is empty", "rejected"),
        answer(400, "failed to get device token: failed to get [k] device token from database", "rejected"),
        answer(400, "failed to get device token", "rejected", status=200),
        answer(404, "Cannot POST /x", "rejected"), answer(405, "Method Not Allowed", "rejected"),
        *[entry for entry in busy() if entry[0] != 500], *not_json(),
    ]


def serverchan():
    midnight = until("Asia/Shanghai")
    full = "超过当天的发送次数限制[5]，请稍后再试"
    return [
        (200, {}, body(code=0, message="", data={"pushid": "1", "readkey": "k", "error": "SUCCESS", "errno": 0}), "delivered"),
        (200, {}, body(code=0, message="", errno=0, data={"pushid": "1"}), "delivered"),
        (200, {}, body(code=40001, message=full), "retry", midnight, midnight + 3600),
        (400, {}, body(code=40001, message=full), "retry", midnight, midnight + 3600),
        (200, {}, body(code=20003, message=full), "retry", midnight, midnight + 3600),
        (400, {}, body(code=40001, message="[AUTH]错误的Key"), "rejected"),
        (200, {}, body(code=10001, message="title不能为空"), "rejected"),
        *busy(), *not_json(),
    ]


def pushplus():
    midnight = until("Asia/Shanghai")
    return [
        (200, {}, body(code=200, msg="请求成功", data="f3a9b1"), "delivered"),
        (200, {}, body(code=500, msg="系统异常"), "retry"), (200, {}, body(code=999, msg="服务端验证错误"), "retry"),
        (200, {}, body(code=900, msg="用户账号使用受限"), "retry", midnight, midnight + 3600),
        *[(200, {}, body(code=code, msg="no"), "rejected") for code in (401, 403, 888, 903, 905, 907, 908, 909, 912)],
        *busy(), *not_json(),
    ]


def pushdeer():
    pushed = json.dumps({"counts": 1, "logs": [], "success": "ok"})
    return [
        (200, {}, body(code=0, content={"result": [pushed]}), "delivered"),
        (200, {}, body(code=0, content={"result": []}), "not delivered"),
        (200, {}, body(code=0, content={}), "not delivered"),
        (200, {}, body(code=80403, error="Token无效"), "rejected"), (200, {}, body(code=80501, error="设备不存在"), "rejected"),
        (200, {}, body(code=80502, error="远程接口错误"), "not delivered"), (200, {}, body(code=80999, error="错误"), "not delivered"),
        *limited(), *busy(), *not_json(),
    ]


def pushover():
    def no(status, text, flag=0):
        return (status, {}, body(status=flag, request="647d", errors=[text]), "rejected")

    return [
        (200, {}, body(status=1, request="647d2300-702c-4b38-8b2f-d56326ae460b"), "delivered"),
        no(200, "message cannot be blank"), no(400, "application token is invalid"), no(400, "user identifier is not valid"),
        no(401, "no"), no(403, "no"), no(404, "no"), no(413, "attachment is too big"),
        no(429, "application is over its limit"),
        *[(status, {}, "", "retry", 5, 60) for status in (500, 502, 503, 504)],
        *not_json(),
    ]


def homeassistant():
    return [
        (200, {}, "", "delivered"), *statuses("rejected", 400, 405), *busy(), *stranger(),
    ]


def ifttt():
    return [
        (200, {}, "Congratulations! You've fired the ring event", "delivered"),
        (401, {}, body(errors=[{"message": "You sent an invalid key."}]), "rejected"), *statuses("rejected", 404),
        *limited(), *busy(), *stranger(),
    ]


def webhook():
    """Any receiver: RFC 9110, Standard Webhooks 1.0.0 (410, Retry-After) and CloudEvents' web hooks."""
    return [
        *statuses("delivered", 200, 201, 202, 204), (200, {}, body(ok=True), "delivered"),
        *statuses("retry", 408, 425),
        *statuses("rejected", 400, 401, 403, 404, 405, 406, 409, 413, 415, 422),
        *[(code, {"Location": "http://127.0.0.1:1/"}, "", "rejected") for code in (301, 302, 303, 307, 308)], (304, {}, "", "rejected"),
        (410, {}, "", "gone"),
        *limited(), *busy(),
    ]


SERVICES = {
    "webhook": webhook, "dingtalk": dingtalk, "feishu": feishu, "wecom": wecom, "slack": slack, "discord": discord,
    "telegram": telegram, "teams": teams, "google-chat": google_chat, "mattermost": mattermost, "rocketchat": rocketchat,
    "matrix": matrix, "ntfy": ntfy, "gotify": gotify, "bark": bark, "serverchan": serverchan, "pushplus": pushplus,
    "pushdeer": pushdeer, "pushover": pushover, "homeassistant": homeassistant, "ifttt": ifttt,
}


def lines():
    """A line for each answer."""
    for kind, answers in SERVICES.items():
        for status, headers, text, outcome, *waits in answers():
            line = {"kind": kind, "status": status, "headers": headers, "body": text, "outcome": outcome}
            if waits:
                line["wait"] = waits
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    out = pathlib.Path(__file__).resolve().parents[2] / "Tests/DeliveryTests/Vectors/service-answers.jsonl"
    written = list(lines())
    out.write_text("\n".join(written) + "\n")
    print(f"{len(written)} answers")
