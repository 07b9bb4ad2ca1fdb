"""Members with every kind of hash, who pay, try, have left, or have no password."""

from datetime import timedelta

import argon2
import django

django.setup()

from django.contrib.auth.hashers import make_password  # noqa: E402
from django.utils import timezone  # noqa: E402
from old.models import Category, Chapter, Favorite, Tag, User, Video, VideoDetail, WatchHistory, WatchLater  # noqa: E402

PASSWORD = "tomato-soup-41"
now = timezone.now()
long_ago = now - timedelta(days=400)
old_argon2 = argon2.PasswordHasher(2, 512, 2, 16, 12, type=argon2.Type.I)

parent = Category.objects.create(name="基礎")
child = Category.objects.create(name="見出し", parent=parent)
tag = Tag.objects.create(name="初心者")
videos = []
for number in range(5):
    video = Video.objects.create(video_id=f"oldvideo-{number:02}", title=f"前の動画{number}", created_at=long_ago)
    video.categories.add(child)
    video.tags.add(tag)
    VideoDetail.objects.create(video=video, description=f'{number}の"概要",改行\nのある文')
    Chapter.objects.create(video=video, title="始まり", description="要約", time_seconds=0)
    Chapter.objects.create(video=video, title="続き", time_seconds=95)
    videos.append(video)

kinds = {name: make_password(PASSWORD, hasher=name) for name in ["pbkdf2_sha256", "bcrypt_sha256", "bcrypt", "argon2"]}
kinds["argon2i"] = "argon2" + old_argon2.hash(PASSWORD)
kinds["bare"] = kinds["bcrypt"].removeprefix("bcrypt$") if hasattr(str, "removeprefix") else kinds["bcrypt"][7:]
kinds["nopassword"] = make_password(None)
paid = {"subscription_status": "active", "subscription_plan": "monthly"}
terms = {
    "pbkdf2_sha256": {**paid, "stripe_customer_id": "cus_old1", "subscription_end_date": now + timedelta(days=9)},
    "bcrypt_sha256": {**paid, "subscription_end_date": now + timedelta(days=9)},
    "bcrypt": {"subscription_status": "trial", "created_at": now - timedelta(days=2)},
    "argon2": {"subscription_status": "trial", "created_at": now - timedelta(days=30)},
    "argon2i": {"subscription_status": "canceled", "stripe_customer_id": "cus_old2"},
    "bare": {"is_staff": True, "is_superuser": True},
}
for kind, password in kinds.items():
    given = {"created_at": long_ago, **terms.get(kind, {})}
    user = User.objects.create(username=f"会員 {kind}", email=f"{kind}@Example.com", password=password, **given)
    Favorite.objects.create(user=user, video=videos[0], created_at=long_ago)
    Favorite.objects.create(user=user, video=videos[1], created_at=now)
    WatchLater.objects.create(user=user, video=videos[2])
    WatchHistory.objects.create(user=user, video=videos[3], created_at=long_ago)
User.objects.create(username="退会した人", email="gone@example.com", password="!", is_active=False)
