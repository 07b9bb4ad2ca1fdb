from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone


class User(AbstractUser):
    email = models.EmailField(unique=True)
    subscription_plan = models.CharField(max_length=10, default="none")
    subscription_status = models.CharField(max_length=10, default="inactive")
    subscription_end_date = models.DateTimeField(null=True)
    cancel_at_period_end = models.BooleanField(default=False)
    stripe_customer_id = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(default=timezone.now)


class Category(models.Model):
    name = models.CharField(max_length=50)
    parent = models.ForeignKey("self", null=True, on_delete=models.SET_NULL)


class Tag(models.Model):
    name = models.CharField(max_length=50)


class Video(models.Model):
    video_id = models.CharField(max_length=100, unique=True)
    title = models.CharField(max_length=200)
    categories = models.ManyToManyField(Category)
    tags = models.ManyToManyField(Tag)
    created_at = models.DateTimeField(default=timezone.now)


class VideoDetail(models.Model):
    video = models.OneToOneField(Video, on_delete=models.CASCADE, related_name="detail")
    description = models.TextField(blank=True)


class Chapter(models.Model):
    video = models.ForeignKey(Video, on_delete=models.CASCADE, related_name="chapters")
    title = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    time_seconds = models.PositiveIntegerField()


class Saved(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE)
    video = models.ForeignKey(Video, on_delete=models.CASCADE)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class Favorite(Saved):
    pass


class WatchLater(Saved):
    pass


class WatchHistory(Saved):
    pass
